import type { ChangeEvent } from "../events/mod.ts";
import type { Webhook } from "./webhook.ts";

/** Returns true if a webhook receives an event. The filters of sections, tags and languages concern only events of posts. */
export function matchesFilter(
  { events, sections, tags, languages }: Pick<Webhook, "events" | "sections" | "tags" | "languages">,
  { type, data }: ChangeEvent,
): boolean {
  if (events !== undefined && !events.includes(type)) return false;
  if (!("section" in data)) return true;
  return (
    (sections?.includes(data.section) ?? true) &&
    (tags?.some((tag) => data.tags.includes(tag)) ?? true) &&
    (languages?.some((language) => isInLanguage(data.language, language)) ?? true)
  );
}

/** Returns true for the same tag, and for a more specific tag: `de-AT` is in `de`. */
function isInLanguage(tag: string, language: string): boolean {
  const lower = tag.toLowerCase();
  const wanted = language.toLowerCase();
  return lower === wanted || lower.startsWith(`${wanted}-`);
}
