import type { FaqOptions } from "../../lib/faq/mod.ts";
import { textOfTree } from "../../lib/faq/html_to_text.ts";
import { parse5Adapter, parseInBody } from "../../lib/faq/parse5_tree.ts";
import { scanFaqEntries } from "../../lib/faq/scan_faq_entries.ts";
import { scanText } from "../../lib/faq/scan_text.ts";
import { settingsOf } from "../../lib/faq/settings.ts";
import { faqEntriesOfTree } from "../../lib/faq/tree.ts";

/** What the scanner made of a document. */
export interface Comparison {
  /** Why it gave up, if it did. */
  reason: string | undefined;
  /** What it says, and what the tree says, if that is not the same. */
  difference: string | undefined;
}

/** Compares the scanner with the tree, which is always right: the entries, and the text of it all. */
export function compare(html: string, options?: FaqOptions): Comparison {
  const settings = settingsOf(options);
  const scanned = scanFaqEntries(html, settings);
  const text = scanText(html);
  if (text !== undefined && text !== textOfTree(html)) {
    return { reason: undefined, difference: `${JSON.stringify(html)}\n as text ${JSON.stringify(text)}` };
  }
  if (typeof scanned === "string") return { reason: scanned, difference: undefined };
  const actual = JSON.stringify(scanned);
  const expected = JSON.stringify(faqEntriesOfTree(parse5Adapter, parseInBody(html), settings));
  if (actual === expected) return { reason: undefined, difference: undefined };
  return {
    reason: undefined,
    difference: `${JSON.stringify(html)}\n scanner ${actual}\n tree    ${expected}`,
  };
}

/** The options the scanner is tried with. */
export const OPTIONS: readonly FaqOptions[] = [
  {},
  { questionMarks: ["?", "؟", "so.", "a"] },
  { maxEntries: 1 },
  { unwrapHeadings: true },
  { unwrapHeadings: true, questionMarks: ["?", "a", "So."] },
];
