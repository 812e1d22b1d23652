import {
  type ChangeEvent,
  type PreviousPostFields,
  type ChangeEventType,
  changeEventTypes,
  reviewEventTypes,
} from "../../events/mod.ts";
import { isInLanguage } from "../../base/text/language_tag.ts";
import { toNames } from "../../base/text/name.ts";
import type { Webhook } from "../webhook.ts";
import type { WebhookInput } from "../webhook_input.ts";

/** Types of events of public content, which a webhook receives that names no types. */
const publicTypes = changeEventTypes.filter(
  (type) => /^(?:post|redirect|organization)\./.test(type) && !reviewEventTypes.includes(type),
);

/** Returns the types of events that a webhook receives. */
export function webhookEventTypes({
  events = publicTypes,
}: {
  events?: readonly ChangeEventType[] | undefined;
}): readonly ChangeEventType[] {
  return events;
}

/**
 * Returns true if a webhook receives an event. The filters of sections, tags and languages concern only events of posts. A post passes if
 * it matches before or after the change, so that a receiver learns that a post has left its section.
 */
export function matchesFilter(
  { events, ...filter }: Pick<Webhook, "events"> & PostFilter,
  { type, data }: ChangeEvent,
): boolean {
  if (!webhookEventTypes({ events }).includes(type)) return false;
  if (!("revision" in data)) return true;
  return (
    matchesPost(filter, data) || ("previous" in data && matchesPost(filter, { ...data, ...data.previous }))
  );
}

type PostFilter = Pick<Webhook, "sections" | "tags" | "languages">;

/** True if one of the names is the same, or if a list is unknown. Earlier versions kept names in any Unicode form. */
function haveCommonName(wanted: readonly string[] | undefined, own: readonly string[] | undefined): boolean {
  if (wanted === undefined || own === undefined) return true;
  const names = toNames(own);
  return toNames(wanted).some((name) => names.includes(name));
}

/** Lets a post pass whose fields the host does not know any more. */
function matchesPost(
  { sections, tags, languages }: PostFilter,
  { section, language, tags: own }: PreviousPostFields,
): boolean {
  return (
    haveCommonName(sections, section === undefined ? undefined : [section]) &&
    haveCommonName(tags, own) &&
    (languages === undefined ||
      language === undefined ||
      languages.some((one) => isInLanguage(language, one)))
  );
}

/** Returns true if a changed webhook sends to another URL, or sends an event that it did not send before. */
export function sendsMore(before: WebhookInput, after: WebhookInput): boolean {
  const isWithin =
    after.url === before.url &&
    isNarrower(webhookEventTypes(before), webhookEventTypes(after), isSame) &&
    isNarrower(before.sections, after.sections, isSame) &&
    isNarrower(before.tags, after.tags, isSame) &&
    isNarrower(before.languages, after.languages, isInLanguage);
  return !isWithin;
}

/** Returns true if each value of a changed filter was let through before. A filter that is left out lets all values through. */
function isNarrower(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
  includes: (value: string, allowed: string) => boolean,
): boolean {
  if (before === undefined) return true;
  return after?.every((value) => before.some((allowed) => includes(value, allowed))) ?? false;
}

const isSame = (one: string, other: string): boolean => one === other;
