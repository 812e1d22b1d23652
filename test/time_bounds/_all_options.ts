import { FAQ_SOURCES, type FaqOptions } from "../../lib/faq/mod.ts";

/** Options with which every part of the extractor runs. */
export const ALL_OPTIONS: FaqOptions = {
  answerFormat: "html",
  answerEnd: "sameLevel",
  bareText: true,
  clean: true,
  closingMarks: true,
  headingText: "visible",
  sources: FAQ_SOURCES,
  unwrapHeadings: true,
  skip: ["Whence?", "Whence*", ".no-faq", "[data-no-faq]"],
  language: "hy",
};
