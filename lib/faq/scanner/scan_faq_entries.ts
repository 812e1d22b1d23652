import type { FaqEntry } from "../faq_entry.ts";
import { hasNoQuestion } from "./has_no_question.ts";
import { Scanner, withLineFeeds } from "./scanner.ts";
import { Collector } from "./collector.ts";
import type { Settings } from "../options/settings.ts";

/**
 * Extracts FAQ entries without a tree, in at most one pass over the source.
 *
 * @returns the entries that the tree would give, or the reason why a tree is needed
 */
export function scanFaqEntries(html: string, settings: Settings): FaqEntry[] | string {
  return hasNoQuestion(html, settings.questionMarks) ? [] : scanInOnePass(html, settings);
}

/** Extracts FAQ entries in one pass over the source. Returns the same as {@link scanFaqEntries}. */
export function scanInOnePass(html: string, settings: Settings): FaqEntry[] | string {
  const collector = new Collector(settings);
  return new Scanner(withLineFeeds(html), collector).scan() ?? collector.entries;
}
