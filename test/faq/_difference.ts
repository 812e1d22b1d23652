import { FAQ_SOURCES, type FaqOptions } from "../../lib/faq/mod.ts";
import { textOfTree } from "../../lib/faq/html_to_text.ts";
import { parse5Adapter, parseInBody } from "../../lib/faq/parse5_tree.ts";
import { hasNoQuestion } from "../../lib/faq/has_no_question.ts";
import { scanInOnePass } from "../../lib/faq/scan_faq_entries.ts";
import { scanText } from "../../lib/faq/scan_text.ts";
import { fullSettingsOf } from "../../lib/faq/full_settings.ts";
import { faqEntriesOfTree } from "../../lib/faq/tree.ts";

/** The results of the scanner for a document, beside those of the tree. */
export interface Comparison {
  /** Why the scanner gave up, if it did. */
  reason: string | undefined;
  /** The results of the scanner and of the tree, if they differ. */
  difference: string | undefined;
  /** Whether the extractor returns no entries without a pass. */
  isSpared: boolean;
}

/**
 * Compares the scanner with the tree, which is always right: the entries, and the whole text. A document that needs no
 * pass must have no entries by the scanner and by the tree.
 */
export function compare(html: string, options?: FaqOptions): Comparison {
  const settings = fullSettingsOf(options);
  const isSpared = hasNoQuestion(html, settings.questionMarks);
  const scanned = scanInOnePass(html, settings);
  const reason = typeof scanned === "string" ? scanned : undefined;
  const text = scanText(html);
  if (text !== undefined && text !== textOfTree(html)) {
    return { reason, isSpared, difference: `${JSON.stringify(html)}\n as text ${JSON.stringify(text)}` };
  }
  if (reason !== undefined && !isSpared) return { reason, isSpared, difference: undefined };
  const actual = JSON.stringify(scanned);
  const expected = JSON.stringify(faqEntriesOfTree(parse5Adapter, parseInBody(html), settings));
  const isRight = (reason !== undefined || actual === expected) && (!isSpared || expected === "[]");
  if (isRight) return { reason, isSpared, difference: undefined };
  const spared = isSpared ? "\n spared" : "";
  return {
    reason,
    isSpared,
    difference: `${JSON.stringify(html)}\n scanner ${actual}\n tree    ${expected}${spared}`,
  };
}

/** The options the scanner is tried with. */
export const OPTIONS: readonly FaqOptions[] = [
  {},
  { questionMarks: ["?", "؟", "so.", "a"] },
  { questionMarks: ["So. x", "字", "b\na"] },
  { maxEntries: 1 },
  { unwrapHeadings: true },
  { unwrapHeadings: true, questionMarks: ["?", "a", "So."] },
  { language: "ja", answerFormat: "escaped" },
];

/** The options that need a tree. */
export const TREE_OPTIONS: readonly FaqOptions[] = [
  { answerFormat: "html" },
  { answerFormat: "html", bareText: true, unwrapHeadings: true },
  { answerFormat: "html", headingText: "visible", sources: ["h4", "details", "dt", "bold"] },
  { answerFormat: "html", bareText: true, headingText: "visible", sources: FAQ_SOURCES, language: "hy" },
];
