import { describe, expect, it } from "vitest";
import {
  explainFaq,
  extractFaqEntries,
  extractFaqEntriesFromDocument,
  extractPublishableFaqEntriesFromDocument,
} from "../../lib/faq/mod.ts";

const NO_DOCUMENT = { nodeType: 9, nodeName: "#document", childNodes: [] };

describe("the options of publishable answers", () => {
  it.each<[options: object, kind: typeof TypeError | typeof RangeError, message: string]>([
    [
      { answerFormat: "htm" },
      RangeError,
      'answerFormat must be "text" or "escaped" or "html", current value is "htm" (did you mean "html"?)',
    ],
    [{ answerFormat: 1 }, TypeError, "answerFormat must be"],
    [{ bareText: "yes" }, TypeError, "bareText must be true or false, current value is yes"],
    [{ headingText: "visable" }, RangeError, '(did you mean "visible"?)'],
    [{ headingText: null }, TypeError, 'headingText must be "whole" or "visible", current value is null'],
    [{ sources: "h4" }, TypeError, "sources must be an array of names, current value is h4"],
    [{ sources: [4] }, TypeError, "sources must be an array of names, current value is 4"],
    [
      { sources: ["h4", "yost", "h9"] },
      RangeError,
      'sources contains unknown names: "yost" (did you mean "yoast"?), "h9" (did you mean "h4"?); allowed are h4, details',
    ],
    [
      { language: "日本語" },
      RangeError,
      'language must be a BCP 47 tag such as "ja" or "zh-Hant", current value is "日本語"',
    ],
    [{ language: "" }, RangeError, "language must be"],
    [{ language: "en_US" }, RangeError, 'current value is "en_US"'],
    [{ language: 5 }, TypeError, "language must be"],
    [
      { answerFormats: "html" },
      TypeError,
      'answerFormats is not a known option (did you mean "answerFormat"?)',
    ],
  ])("refuse %j", (options, kind, message) => {
    const call = [
      () => extractFaqEntries("", options),
      () => explainFaq("", options),
      () => extractPublishableFaqEntriesFromDocument(NO_DOCUMENT, options),
    ];
    for (const attempt of call) {
      expect(attempt).toThrow(kind);
      expect(attempt).toThrow(message);
    }
  });

  it("are refused by the smaller function for documents", () => {
    const attempt = (): unknown => extractFaqEntriesFromDocument(NO_DOCUMENT, { bareText: true });
    expect(attempt).toThrow(TypeError);
    expect(attempt).toThrow("bareText is not a known option; allowed are questionMarks, unwrapHeadings");
  });

  it("may be undefined", () => {
    const options = { answerFormat: undefined, sources: undefined, language: undefined } as object;
    expect(extractFaqEntries("<h2>Why?</h2><p>So.</p>", options)).toHaveLength(1);
  });
});
