import type { FaqEntry } from "../faq_entry.ts";
import { Scanner, withLineFeeds } from "./scanner.ts";
import { Collector } from "./collector.ts";
import type { Settings } from "../options/settings.ts";
import { areHeadingsPlain } from "./plain_headings.ts";

const QUESTION_HEADING = /<[hH][23]/;

/** Returns true if a quick search shows that no h2 or h3 is a question. `false` means unknown. */
export function hasNoQuestion(html: string, questionMarks: readonly string[]): boolean {
  const heading = html.search(QUESTION_HEADING);
  if (heading === -1) return true;
  // The rest of a mark can be in a different element. A character reference can be a mark.
  const excluded = [...questionMarks.map((mark) => mark.slice(-1)), "&"];
  if (!excluded.some((character) => html.includes(character, heading))) return true;
  // A mark before an end tag or a permalink usually ends a question, so checking the headings would be wasted.
  if (
    questionMarks.some((mark) => html.includes(`${mark}</h`, heading) || html.includes(`${mark}<a`, heading))
  )
    return false;
  return areHeadingsPlain(html, heading, excluded);
}

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
