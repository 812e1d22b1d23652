import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOrganizationSlug, isPostSlug, toSlug } from "../../lib/content/posts/slug.ts";

describe("toSlug", () => {
  it.each([
    ["Hello, World!", "hello-world"],
    ["  C++ & Rust  ", "c-rust"],
    ["Größe", "größe"],
    ["Привет, мир", "привет-мир"],
    ["日本語の記事", "日本語の記事"],
    ["ﬁle №5", "file-no5"],
    ["e\u0301te\u0301", "\u00e9t\u00e9"],
    ["\u0301abc", "abc"],
    ["Sitemap", "sitemap-1"],
    ["!?…", ""],
    ["", ""],
    ["a".repeat(300), "a".repeat(200)],
    [`${"a".repeat(199)}𝒜𠀀`, `${"a".repeat(199)}a`],
    [`${"a".repeat(199)}𠀀`, "a".repeat(199)],
  ])("converts %j", (name, slug) => {
    expect(toSlug(name)).toBe(slug);
  });

  it("returns only valid slugs", () => {
    const anything = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom("\u0301", "e", "-", "𠀀", "\u{1F468}", "\u200D", "İ", "ß", "."),
        maxLength: 300,
      }),
    );
    fc.assert(
      fc.property(anything, (name) => {
        const slug = toSlug(name);
        expect([slug, slug === "" || isPostSlug(slug)]).toEqual([slug, true]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("isPostSlug", () => {
  it.each(["a", "1", "a-b_c.d", "日本語", "é", "A", "a".repeat(200), "sitemaps", "a..b", "हिन्दी"])(
    "takes %s",
    (slug) => {
      expect(isPostSlug(slug)).toBe(true);
    },
  );

  it.each([
    "",
    "-a",
    ".a",
    "..",
    "_",
    "a b",
    "a/b",
    "a\\b",
    "a%",
    "a:b",
    "a\0",
    "e\u0301",
    "\u0301",
    "sitemap",
    "a\n",
    "😀",
  ])("rejects %j", (slug) => {
    expect(isPostSlug(slug)).toBe(false);
  });

  it("rejects a slug that is too long", () => {
    expect(isPostSlug("a".repeat(201))).toBe(false);
  });
});

describe("isOrganizationSlug", () => {
  it.each(["a", "acme", "a-b", "a--b", "1", "a".repeat(63)])("accepts %s", (slug) => {
    expect(isOrganizationSlug(slug)).toBe(true);
  });

  it.each(["", "-a", "a-", "A", "a_b", "a.b", "é", "a b", "a\n", "a".repeat(64)])("rejects %j", (slug) => {
    expect(isOrganizationSlug(slug)).toBe(false);
  });
});
