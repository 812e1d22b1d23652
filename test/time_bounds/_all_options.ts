import { FAQ_SOURCES, type FaqOptions } from "../../lib/faq/mod.ts";

/** Options with which every part of the extractor runs. */
export const ALL_OPTIONS: FaqOptions = {
  answerFormat: "html",
  bareText: true,
  clean: true,
  headingText: "visible",
  sources: FAQ_SOURCES,
  unwrapHeadings: true,
  language: "hy",
};
