import { describe, expect, it } from "vitest";
import { canonicalLanguageTag, languageTagPattern } from "../lib/base/text/language_tag.ts";

describe("canonicalLanguageTag", () => {
  it.each([
    ["en-us", "en-US"],
    ["EN", "en"],
    ["zh-hant-tw", "zh-Hant-TW"],
    ["de-DE-1996", "de-DE-1996"],
    ["sr-latn", "sr-Latn"],
    ["iw", "he"],
    ["es-419", "es-419"],
    // A well-formed language that is not registered.
    ["toString", "tostring"],
    // Extended languages (RFC 5646, 4.5).
    ["zh-yue-HK", "yue-HK"],
    ["ZH-CMN-Hans-cn", "zh-Hans-CN"],
    ["sgn-ase", "ase"],
    ["ar-arz", "arz"],
    ["uz-uzs-u-nu-latn", "uzs-u-nu-latn"],
    // Grandfathered tags, all 26 of the registry.
    ["art-lojban", "jbo"],
    ["cel-gaulish", "xtg"],
    ["en-GB-oed", "en-GB-oxendict"],
    ["i-ami", "ami"],
    ["i-bnn", "bnn"],
    ["i-default", "en-x-i-default"],
    ["i-enochian", "und-x-i-enochian"],
    ["i-hak", "hak"],
    ["I-Klingon", "tlh"],
    ["i-lux", "lb"],
    ["i-mingo", "see-x-i-mingo"],
    ["i-navajo", "nv"],
    ["i-pwn", "pwn"],
    ["i-tao", "tao"],
    ["i-tay", "tay"],
    ["i-tsu", "tsu"],
    ["no-bok", "nb"],
    ["no-nyn", "nn"],
    ["sgn-BE-FR", "sfb"],
    ["sgn-BE-NL", "vgt"],
    ["sgn-CH-DE", "sgg"],
    ["zh-guoyu", "zh"],
    ["zh-hakka", "hak"],
    ["zh-min", "nan-x-zh-min"],
    ["zh-min-nan", "nan"],
    ["zh-xiang", "hsn"],
    // Private use only.
    ["x-Fantasy-1", "und-x-fantasy-1"],
  ])("writes %s as %s", (tag, canonical) => {
    expect(canonicalLanguageTag(tag)).toBe(canonical);
    expect(canonicalLanguageTag(canonical)).toBe(canonical);
    expect(tag).toMatch(new RegExp(languageTagPattern, "u"));
  });

  it.each([
    "",
    "e",
    "en_US",
    "en-",
    "-en",
    "english language",
    "e\u0301n",
    "en-US-",
    "\0",
    "abcdefghij",
    "en-yue",
    "zh-cmn-yue",
    "i-elvish",
    "i-",
    "x-",
    "constructor",
    "__proto__",
  ])("refuses %j", (tag) => {
    expect(canonicalLanguageTag(tag)).toBeUndefined();
  });
});
