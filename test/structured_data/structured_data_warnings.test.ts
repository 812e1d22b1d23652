import { describe, expect, it } from "vitest";
import {
  type ArticleInput,
  structuredDataWarnings,
  toArticle,
} from "../../lib/publishing/structured_data/mod.ts";

const whole: ArticleInput = {
  name: "Hello",
  speakable: ["h1"],
  image: "https://acme.example/a.png",
  author: "Ann",
  description: "A greeting",
  datePublished: "2026-06-15T12:00:00.000Z",
  dateModified: "2026-06-16T12:00:00.000Z",
};

describe("the warnings of structured data", () => {
  const pointersOf = (input: ArticleInput, faqPairs = 0): string[] =>
    structuredDataWarnings(toArticle(input), faqPairs).map(({ pointer }) => pointer);

  it("are empty if no property is missing", () => {
    expect(pointersOf(whole)).toEqual([]);
    expect(pointersOf(whole, 2)).toEqual([]);
    expect(pointersOf({ ...whole, name: "x".repeat(110) })).toEqual([]);
  });

  it.each(["image", "author", "description", "datePublished"] as const)("name a missing %s", (name) => {
    const { [name]: _missing, ...input } = whole;
    expect(pointersOf(input)).toEqual([`/article/${name}`]);
  });

  it("report a long headline, a wrong date order and a single FAQ pair", () => {
    expect(pointersOf({ ...whole, name: "x".repeat(111) })).toEqual(["/article/headline"]);
    expect(pointersOf({ ...whole, dateModified: "2026-06-14T12:00:00.000Z" })).toEqual([
      "/article/dateModified",
    ]);
    expect(pointersOf(whole, 1)).toEqual(["/faqPage"]);
  });
});
