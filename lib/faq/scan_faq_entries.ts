import type { FaqEntry } from "./faq_entry.ts";
import { Scanner } from "./scanner.ts";
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
  if (settings.unwrapHeadings) return "unwrapHeadings";
  return new Scanner(withLineFeeds(html), settings).scan();
}

/** Whether a question mark, or a reference that may be one, comes after the first heading. */
function mayHoldQuestion(html: string, heading: number, questionMarks: readonly string[]): boolean {
  return questionMarks.some((mark) => html.includes(mark, heading)) || html.includes("&", heading);
}

/** Normalizes line ends as the parser does first of all (WHATWG HTML, 13.2.3.5). */
function withLineFeeds(html: string): string {
  return html.includes("\r") ? html.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : html;
}
