import * as fc from "fast-check";
import { FAQ_SOURCES, type FaqOptions } from "../../lib/faq/mod.ts";

/** Options that the scanner supports. */
export const scannedOptions: fc.Arbitrary<FaqOptions> = fc.record(
  {
    questionMarks: fc.constantFrom(["?"], ["?", "؟", "so.", "a"], ["So. x", "字", "b\na"]),
    unwrapHeadings: fc.boolean(),
    maxEntries: fc.constantFrom(1, 2, 100),
    language: fc.constantFrom("en", "ja", "zh-Hant", "ko", "ar", "fa", "ur", "el"),
    answerFormat: fc.constantFrom("text", "escaped"),
    bareText: fc.constant(false),
    clean: fc.constant(false),
    headingText: fc.constant("whole"),
    answerEnd: fc.constant("heading"),
    closingMarks: fc.boolean(),
    skip: fc.constantFrom([], ["Why?"], ["w*", /字/g]),
  },
  { requiredKeys: [] },
);

/** Any options. */
export const anyOptions: fc.Arbitrary<FaqOptions> = fc.record(
  {
    questionMarks: fc.constantFrom(["?"], ["?", "؟", "so.", "a"]),
    unwrapHeadings: fc.boolean(),
    maxEntries: fc.constantFrom(1, 100),
    language: fc.constantFrom("en", "ja", "el", "hy"),
    answerFormat: fc.constantFrom("text", "escaped", "html"),
    bareText: fc.boolean(),
    clean: fc.boolean(),
    headingText: fc.constantFrom("whole", "visible"),
    answerEnd: fc.constantFrom("heading", "sameLevel"),
    closingMarks: fc.boolean(),
    skip: fc.constantFrom([], ["Why?"], [".no-faq", "[data-no-faq]"], ["w*", /字/g, ".toggle"]),
    sources: fc.oneof(fc.constant(FAQ_SOURCES), fc.subarray([...FAQ_SOURCES])),
  },
  { requiredKeys: [] },
);
