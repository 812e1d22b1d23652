import { describe, expect, it } from "vitest";
import { extractFaqEntries, type FaqOptions } from "../../lib/faq/mod.ts";

/** Returns the headings that are questions. Each heading has an answer. */
function questions(headings: string[], options: FaqOptions): string[] {
  const html = headings.map((heading) => `<h2>${heading}</h2><p>a</p>`).join("");
  return extractFaqEntries(html, options).map(({ question }) => question);
}

describe("language", () => {
  it.each([
    ["ja", "なぜ？"],
    ["ja-JP", "なぜ？"],
    ["zh", "为什么？"],
    ["zh-Hant-TW", "為什麼？"],
    ["KO", "왜요？"],
    ["ar", "لماذا؟"],
    ["fa-IR", "چرا؟"],
    ["ur", "کیوں؟"],
    ["el", "Γιατί;"],
    ["el", "Γιατί\u037e"],
    ["hy", "Ինչո՞ւ"],
    ["hy", "Ի՞նչ է սա"],
    ["hy", "Ի՞նչ է սա։"],
    ["hy", "Սա Postern է։ Ինչո՞ւ"],
  ])("%s takes %s, and a question mark", (language, heading) => {
    expect(questions([heading], {})).toEqual([]);
    expect(questions([heading, "Why?"], { language })).toEqual([heading, "Why?"]);
  });

  it.each([
    ["en", "なぜ？"],
    ["ja", "لماذا؟"],
    ["en", "Γιατί;"],
    ["hy", "Ինչո՞ւ։ Պատասխան"],
    ["jam", "なぜ？"],
  ])("%s does not take %s", (language, heading) => {
    expect(questions([heading], { language })).toEqual([]);
  });

  it("adds its marks to questionMarks", () => {
    expect(questions(["なぜ？", "Why?", "So!"], { language: "ja", questionMarks: ["!"] })).toEqual([
      "なぜ？",
      "So!",
    ]);
  });

  it("needs no tree", () => {
    const reasons: string[] = [];
    const html = "<h2>なぜ？</h2><p>a</p>";
    extractFaqEntries(html, { language: "ja", onFallback: (reason) => reasons.push(reason) });
    expect(reasons).toEqual([]);
  });
});
