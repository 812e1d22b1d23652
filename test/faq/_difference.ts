import { FAQ_SOURCES, type FaqOptions } from "../../lib/faq/mod.ts";
import { textOfTree, scanText } from "../../lib/faq/html_to_text.ts";
import { parse5Adapter } from "../../lib/faq/tree/parse5_adapter.ts";
import { parseInBody } from "../../lib/faq/tree/parse5_tree.ts";
import { hasNoQuestion, scanInOnePass } from "../../lib/faq/scanner/scan_faq_entries.ts";
import { fullSettingsOf } from "../../lib/faq/options/full_settings.ts";
import { faqEntriesOfTree } from "../../lib/faq/tree.ts";

/** The comparison of the scanner's results with the tree's results for a document. */
export interface Comparison {
  /** The reason why the scanner gave up, if it did. */
  reason: string | undefined;
  /** The results of the scanner and of the tree, if they differ. */
  difference: string | undefined;
  /** True if the extractor returns no entries without a pass. */
  needsNoPass: boolean;
}

/**
 * Compares the scanner's entries and text with the tree's, which are always correct. If a document needs no pass, the
 * scanner and the tree must find no entries.
 */
export function compare(html: string, options?: FaqOptions): Comparison {
  const settings = fullSettingsOf(options);
  const needsNoPass = hasNoQuestion(html, settings.questionMarks);
  const scanned = scanInOnePass(html, settings);
  const reason = typeof scanned === "string" ? scanned : undefined;
  for (const omitsRuby of [false, true]) {
    const text = scanText(html, { omitsRuby });
    if (text === undefined || text === textOfTree(html, { omitsRuby })) continue;
    return { reason, needsNoPass, difference: `${JSON.stringify(html)}\n as text ${JSON.stringify(text)}` };
  }
  if (reason !== undefined && !needsNoPass) return { reason, needsNoPass, difference: undefined };
  const actual = JSON.stringify(scanned);
  const expected = JSON.stringify(faqEntriesOfTree(parse5Adapter, parseInBody(html), settings));
  const isRight = (reason !== undefined || actual === expected) && (!needsNoPass || expected === "[]");
  if (isRight) return { reason, needsNoPass, difference: undefined };
  const pass = needsNoPass ? "\n no pass" : "";
  return {
    reason,
    needsNoPass,
    difference: `${JSON.stringify(html)}\n scanner ${actual}\n tree    ${expected}${pass}`,
  };
}

/** Options that the scanner supports. */
export const OPTIONS: readonly FaqOptions[] = [
  {},
  { questionMarks: ["?", "؟", "so.", "a"] },
  { questionMarks: ["So. x", "字", "b\na"] },
  { maxEntries: 1 },
  { unwrapHeadings: true },
  { unwrapHeadings: true, questionMarks: ["?", "a", "So."] },
  { language: "ja", answerFormat: "escaped" },
];

/** Options that need a tree. */
export const TREE_OPTIONS: readonly FaqOptions[] = [
  { answerFormat: "html" },
  { answerFormat: "html", bareText: true, unwrapHeadings: true },
  { answerFormat: "html", clean: true },
  { answerFormat: "html", headingText: "visible", sources: ["h4", "details", "dt", "bold"] },
  { answerFormat: "html", bareText: true, headingText: "visible", sources: FAQ_SOURCES, language: "hy" },
];
