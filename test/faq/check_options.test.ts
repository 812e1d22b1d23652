import { describe, expect, it } from "vitest";
import {
  explainFaq,
  extractFaqEntries,
  extractFaqEntriesFromDocument,
  extractPublishableFaqEntriesFromDocument,
} from "../../lib/faq/mod.ts";

const NO_DOCUMENT = { nodeType: 9, nodeName: "#document", childNodes: [] };

/** Options of wrong types, and parts of the messages. */
const WRONG_TYPES: [options: object, message: string][] = [
  [{ answerFormat: 1 }, "answerFormat must be"],
  [{ answerEnd: 2 }, 'answerEnd must be "heading" or "sameLevel", current value is 2'],
  [{ closingMarks: 1 }, "closingMarks must be true or false, current value is 1"],
  [{ skip: ".no-faq" }, "skip must be an array of texts, current value is .no-faq"],
  [{ skip: [5] }, "skip must be an array of texts, with an item 5"],
  [{ bareText: "yes" }, "bareText must be true or false, current value is yes"],
  [{ headingText: null }, 'headingText must be "whole" or "visible", current value is null'],
  [{ sources: "h4" }, "sources must be an array of names, current value is h4"],
  [{ sources: [4] }, "sources must be an array of names, current value is 4"],
  [{ language: 5 }, "language must be"],
  [{ questionMarks: "?" }, "questionMarks must be an array of strings"],
  [{ questionMark: ["?"] }, 'questionMark is not a known option (did you mean "questionMarks"?)'],
  [{ answerFormats: "html" }, 'answerFormats is not a known option (did you mean "answerFormat"?)'],
  [{ maxentries: 1 }, 'did you mean "maxEntries"?'],
  [{ limit: 1 }, "limit is not a known option; allowed are questionMarks, unwrapHeadings, maxEntries"],
];

/** Options out of their range, and parts of the messages. */
const OUT_OF_RANGE: [options: object, message: string][] = [
  [
    { answerFormat: "htm" },
    'answerFormat must be "text" or "escaped" or "html", current value is "htm" (did you',
  ],
  [{ answerFormat: "htm" }, '(did you mean "html"?)'],
  [{ answerEnd: "samelevel" }, '(did you mean "sameLevel"?)'],
  [{ skip: [" "] }, "skip must be an array of texts of 1 to 500 characters"],
  [{ skip: ["a".repeat(501)] }, "skip must be an array of texts of 1 to 500 characters"],
  [
    { skip: Array.from({ length: 201 }, () => "a?") },
    "skip must be at most 200 texts, current number is 201",
  ],
  [{ headingText: "visable" }, '(did you mean "visible"?)'],
  [{ sources: ["h4", "yost"] }, 'sources contains unknown names: "yost" (did you mean "yoast"?)'],
  [{ sources: ["yost", "h9"] }, '"yoast"?), "h9" (did you mean "h4"?); allowed are h4, details'],
  [{ language: "日本語" }, 'must be a BCP 47 tag such as "ja" or "zh-Hant", current value is "日本語"'],
  [{ language: "" }, "language must be"],
  [{ language: "en_US" }, 'current value is "en_US"'],
  [{ maxEntries: 0 }, "maxEntries must be a whole number from 1, current value is 0"],
  [{ maxEntries: 1.5 }, "current value is 1.5"],
  [{ maxInputLength: -1 }, "maxInputLength must be a whole number from 1, current value is -1"],
  [{ questionMarks: [] }, "questionMarks"],
  [{ questionMarks: [""] }, "questionMarks"],
];

describe("the options of the extractor", () => {
  it.each([
    ...WRONG_TYPES.map((row) => [...row, TypeError] as const),
    ...OUT_OF_RANGE.map((row) => [...row, RangeError] as const),
  ])("refuse %j: %s", (options, message, kind) => {
    for (const attempt of [
      () => extractFaqEntries("", options),
      () => explainFaq("", options),
      () => extractPublishableFaqEntriesFromDocument(NO_DOCUMENT, options),
    ]) {
      expect(attempt).toThrow(kind);
      expect(attempt).toThrow(message);
    }
  });

  it("are refused by the smaller function for documents", () => {
    const attempt = (): unknown => extractFaqEntriesFromDocument(NO_DOCUMENT, { bareText: true });
    expect(attempt).toThrow(TypeError);
    expect(attempt).toThrow("bareText is not a known option; allowed are questionMarks, unwrapHeadings");
  });

  it.each([null, "text", 5, true, []])("must be an object, not %j", (options) => {
    const attempt = (): unknown => extractFaqEntries("x", options as object);
    expect(attempt).toThrow(TypeError);
    expect(attempt).toThrow(
      `Cannot extract FAQ entries: the second argument, options, must be an object, current value is ${String(options)}`,
    );
  });

  it("may be undefined", () => {
    const options = { answerFormat: undefined, sources: undefined, limit: undefined } as object;
    expect(extractFaqEntries("<h2>Why?</h2><p>So.</p>", options)).toHaveLength(1);
  });
});
