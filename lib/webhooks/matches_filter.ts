import type { ChangeEvent, ChangeEventType } from "../events/mod.ts";
import type { Webhook } from "./webhook.ts";

/** Returns true for events of public content, which a webhook without a filter of types receives. */
function isPublic(type: ChangeEventType): boolean {
  return type.startsWith("post.") || type.startsWith("organization.");
}

/**
 * Returns true if a webhook receives an event. The filters of sections, tags and languages concern only events of posts. They let a post
 * pass whose fields the host does not know any more.
 */
export function matchesFilter(
  { events, sections, tags, languages }: Pick<Webhook, "events" | "sections" | "tags" | "languages">,
  { type, data }: ChangeEvent,
): boolean {
  if (!(events?.includes(type) ?? isPublic(type))) return false;
  if (!("revision" in data)) return true;
  const { section, language, tags: own } = data;
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
