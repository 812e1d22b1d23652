import { postNames } from "../lib/content/mod.ts";
import { describe, expect, it } from "vitest";
import { toSlug } from "../lib/content/mod.ts";
import { compareNames, foldText, lowerText } from "../lib/base/text/fold_text.ts";
import { toName, toNames, withNames } from "../lib/base/text/name.ts";

const decomposed = "Cafe\u0301";
const composed = "Caf\u00e9";

describe("a name", () => {
  it.each([
    [decomposed, composed],
    [`\u00a0 ${composed}\n`, composed],
    ["\u212b", "\u00c5"],
    ["\u1100\u1161", "\uac00"],
    ["a\u0323\u0307", "\u1ea1\u0307"],
    ["\ufb01", "\ufb01"],
    [" \t", ""],
  ])("%j is stored as %j", (text, name) => {
    expect(toName(text)).toBe(name);
    expect(toName(name)).toBe(name);
  });

  it("occurs once in a list", () => {
    expect(toNames(["dup", " dup ", "", decomposed, composed, "Dup"])).toEqual(["dup", composed, "Dup"]);
  });

  it("changes only the fields of a post that hold names", () => {
    const post = { name: "A", tags: ["b"], authors: ["c"], html: decomposed, description: decomposed };
    expect(withNames(post, postNames)).toBe(post);
    expect(withNames({ ...post, tags: [decomposed, composed], author: decomposed }, postNames)).toEqual({
      ...post,
      tags: [composed],
      author: composed,
    });
  });
});

/** Texts, with the slug and the form that searches and sorted lists compare. */
const folded: [text: string, slug: string, form: string][] = [
  ["\u0130stanbul", "istanbul", "istanbul"],
  ["I\u0307stanbul", "istanbul", "istanbul"],
  ["i\u0307stanbul", "istanbul", "istanbul"],
  ["\u0130\u0323", "\u1ecb", "i"],
  ["J\u0307", "j", "j"],
  ["\u012e\u0307\u0301", "\u012f\u0301", "i"],
  ["e\u0307", "\u0117", "e"],
  ["I\u015eIK", "i\u015fik", "isik"],
  ["\u0131\u015f\u0131k", "\u0131\u015f\u0131k", "isik"],
  ["Stra\u00dfe", "stra\u00dfe", "strasse"],
  ["STRA\u1e9eE", "stra\u00dfe", "strasse"],
  ["\ufb01sh", "fish", "fish"],
  ["\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c2", "\u03bf\u03b4\u03bf\u03c3"],
  ["\uff26\uff35\uff2c\uff2c", "full", "full"],
  ["\u{1d407}\u{1d41e}\u{1d425}\u{1d425}\u{1d428}", "hello", "hello"],
  ["\u01c5", "d\u017e", "dz"],
  ["\u212a", "k", "k"],
  ["\u212b", "\u00e5", "a"],
  ["\u2167", "viii", "viii"],
  ["\u2121", "tel", "tel"],
  ["\u0166\u014a", "\u0167\u014b", "tn"],
];

describe("the forms of a text", () => {
  it.each(folded)("%j has the slug %j and the folded form %j", (text, slug, form) => {
    expect(toSlug(text)).toBe(slug);
    expect(foldText(text)).toBe(form);
  });

  it("are stable, and keep no dot above that a text in lower case does not have", () => {
    for (let code = 0; code < 0x30000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const character = String.fromCodePoint(code);
      const [lower, form] = [lowerText(character), foldText(character)];
      expect([code, lowerText(lower), foldText(form)]).toEqual([code, lower, form]);
      const hasNewMark = /\p{M}/u.test(lower) && !/\p{M}/u.test(character.normalize("NFKC"));
      expect([code, hasNewMark]).toEqual([code, false]);
    }
  });
});

describe("names in a list", () => {
  it("are sorted without case and accents, and then by themselves", () => {
    const names = [
      "Zebra",
      "\u00c4pfel",
      "apfel",
      "Apfel",
      "\u00e4pfel",
      "\u0141\u00f3d\u017a",
      "Lodz",
      "\u00f6l",
      "Ol",
      "zoo",
      "\u0130zmir",
      "\u0131zmir",
    ];
    expect(names.toSorted(compareNames)).toEqual([
      "Apfel",
      "apfel",
      "\u00c4pfel",
      "\u00e4pfel",
      "\u0130zmir",
      "\u0131zmir",
      "Lodz",
      "\u0141\u00f3d\u017a",
      "Ol",
      "\u00f6l",
      "Zebra",
      "zoo",
    ]);
  });
});
