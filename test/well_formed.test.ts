import { describe, expect, it } from "vitest";
import { cutText, findLoneSurrogate, toJson, wellFormed } from "../lib/base/text/well_formed.ts";

describe("JSON for others", () => {
  it.each([
    ["a\ud800b", '"a\ufffdb"'],
    ["\udc00", '"\ufffd"'],
    ["\ude00\ud83d", '"\ufffd\ufffd"'],
    ["😀", '"😀"'],
    [String.raw`\ud800`, String.raw`"\\ud800"`],
    [`\\\ud800`, String.raw`"\\` + '\ufffd"'],
    ["\u0000\u001f", String.raw`"\u0000\u001f"`],
  ])("of %j has no lone surrogate", (text, json) => {
    expect(toJson(text)).toBe(json);
    expect(JSON.parse(toJson({ [text]: text }))).toEqual({ [wellFormed(text)]: wellFormed(text) });
  });
});

describe("a lone surrogate", () => {
  it.each([
    [{ a: ["b", { c: "\ud800" }] }, ["a", "1", "c"]],
    [{ a: { "\udfff": 1 } }, ["a", "\udfff"]],
    ["\ud83d", []],
    [{ a: "😀", b: [null, 1, true] }, undefined],
  ])("of %j is found", (value, path) => {
    expect(findLoneSurrogate(value)).toEqual(path);
  });

  it("is found in a document that is nested deeply, without a long path", () => {
    const deep = JSON.parse(`${"[".repeat(100_000)}"\\ud800"${"]".repeat(100_000)}`) as unknown;
    expect(findLoneSurrogate(deep)).toHaveLength(100);
  });
});

describe("a text that is cut", () => {
  it.each([
    ["a😀", 2, "a"],
    ["a😀", 3, "a😀"],
    ["abc", 2, "ab"],
    ["", 0, ""],
  ])("%j at %i", (text, longest, cut) => {
    expect(cutText(text, longest)).toBe(cut);
  });
});
