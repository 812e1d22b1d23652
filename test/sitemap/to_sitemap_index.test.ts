import { describe, expect, it } from "vitest";
import { toSitemapIndex } from "../../lib/publishing/sitemap/mod.ts";

describe("toSitemapIndex", () => {
  it("writes each sitemap with its lastmod, if known, and escapes its URL", () => {
    const xml = toSitemapIndex([
      { loc: "https://example.com/sitemap.xml?page=1&a=<", lastmod: Date.UTC(2026, 4, 1) },
      { loc: "https://example.com/sitemap.xml?page=2" },
    ]);
    expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://example.com/sitemap.xml?page=1&amp;a=&lt;</loc><lastmod>2026-05-01T00:00:00.000Z</lastmod></sitemap>
<sitemap><loc>https://example.com/sitemap.xml?page=2</loc></sitemap>
</sitemapindex>
`);
  });

  it("refuses more sitemaps than an index may have", () => {
    const sitemaps = Array.from({ length: 50_001 }, () => ({ loc: "https://example.com/a" }));
    expect(() => toSitemapIndex(sitemaps)).toThrow(
      new RangeError("Cannot write the sitemap index: it has 50001 sitemaps, but at most 50000 are allowed"),
    );
    expect(() => toSitemapIndex(sitemaps.slice(1))).not.toThrow();
  });
});
