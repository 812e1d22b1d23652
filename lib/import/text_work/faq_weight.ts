import type { FaqOptions } from "../../faq/mod.ts";

/** Returns the relative work of the extraction: 1 by default, 4 if an option needs a tree of the whole text. */
export function faqWeight({
  answerFormat,
  bareText,
  headingText,
  sources = [],
  language,
}: FaqOptions): number {
  const needsTree =
    answerFormat === "html" ||
    bareText === true ||
    headingText === "visible" ||
    sources.length > 0 ||
    language === "hy";
  return needsTree ? 4 : 1;
}
