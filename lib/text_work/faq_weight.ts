import type { FaqOptions } from "../faq/mod.ts";

/** Returns the work of the extraction with these options, as a multiple of the work by default: some need a tree of the whole text. */
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
