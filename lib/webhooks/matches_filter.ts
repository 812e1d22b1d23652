import type { ChangeEvent, ChangeEventType, PreviousPostFields } from "../events/mod.ts";
import type { Webhook } from "./webhook.ts";

/** Returns true for events of public content, which a webhook without a filter of types receives. */
function isPublic(type: ChangeEventType): boolean {
  return type.startsWith("post.") || type.startsWith("organization.");
}

/**
 * Returns true if a webhook receives an event. The filters of sections, tags and languages concern only events of posts. A post passes if
 * it matches before or after the change, so that a receiver learns that a post has left its section.
 */
export function matchesFilter(
  { events, ...filter }: Pick<Webhook, "events"> & PostFilter,
  { type, data }: ChangeEvent,
): boolean {
  if (!(events?.includes(type) ?? isPublic(type))) return false;
  if (!("revision" in data)) return true;
  return (
    matchesPost(filter, data) || ("previous" in data && matchesPost(filter, { ...data, ...data.previous }))
  );
}

type PostFilter = Pick<Webhook, "sections" | "tags" | "languages">;

/** Lets a post pass whose fields the host does not know any more. */
function matchesPost(
  { sections, tags, languages }: PostFilter,
  { section, language, tags: own }: PreviousPostFields,
): boolean {
  return (
    (sections === undefined || section === undefined || sections.includes(section)) &&
    (tags === undefined || own === undefined || tags.some((tag) => own.includes(tag))) &&
    (languages === undefined ||
      language === undefined ||
      languages.some((one) => isInLanguage(language, one)))
  );
}

/** Returns true for the same tag, and for a more specific tag: `de-AT` is in `de`. */
function isInLanguage(tag: string, language: string): boolean {
  const lower = tag.toLowerCase();
  const wanted = language.toLowerCase();
  return lower === wanted || lower.startsWith(`${wanted}-`);
}
