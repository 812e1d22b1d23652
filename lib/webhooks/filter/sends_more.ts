import { isInLanguage } from "../../base/text/language_tag.ts";
import { webhookEventTypes } from "./matches_filter.ts";
import type { WebhookInput } from "../webhook_input.ts";

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
