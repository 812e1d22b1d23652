import type { FaqEntry } from "./faq_entry.ts";
import { Scanner } from "./scanner.ts";
import { Collector } from "./scanner/collector.ts";
import { withLineFeeds } from "./scanner/line_feeds.ts";
import type { Settings } from "./settings.ts";

const QUESTION_HEADING = /<h[23]/i;

/**
 * Extracts FAQ entries in one pass over the source, without a tree.
 *
 * @returns the entries the tree would give, or the reason why only the tree can tell
 */
export function scanFaqEntries(html: string, settings: Settings): FaqEntry[] | string {
  const heading = html.search(QUESTION_HEADING);
  if (heading === -1 || !mayHoldQuestion(html, heading, settings.questionMarks)) return [];
  const collector = new Collector(settings);
  return new Scanner(withLineFeeds(html), collector).scan() ?? collector.entries;
}

/** Whether a question mark, or a reference that may be one, comes after the first heading. */
function mayHoldQuestion(html: string, heading: number, questionMarks: readonly string[]): boolean {
  return questionMarks.some((mark) => html.includes(mark, heading)) || html.includes("&", heading);
}
