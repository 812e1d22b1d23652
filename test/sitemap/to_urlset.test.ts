import { describe, expect, it } from "vitest";
import { toUrlset } from "../../lib/publishing/sitemap/mod.ts";

const header = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
`;

describe("toUrlset", () => {
  it("writes a set without URLs", () => {
    expect(toUrlset([])).toBe(`${header}</urlset>\n`);
  });

  it("writes each URL with its lastmod, if known", () => {
    const xml = toUrlset([
      { loc: "https://example.com/", lastmod: Date.UTC(2026, 4, 1, 2, 3, 4, 5) },
      { loc: "https://example.com/a" },
    ]);
    expect(xml)
      .toBe(`${header}<url><loc>https://example.com/</loc><lastmod>2026-05-01T02:03:04.005Z</lastmod></url>
<url><loc>https://example.com/a</loc></url>
</urlset>
`);
  });

  it("escapes the five characters of XML", () => {
    const xml = toUrlset([{ loc: `https://example.com/?a=1&b=<"'>` }]);
    expect(xml).toContain("<loc>https://example.com/?a=1&amp;b=&lt;&quot;&apos;&gt;</loc>");
  });

  it("refuses more URLs than a sitemap may have", () => {
    const entries = Array.from({ length: 50_001 }, () => ({ loc: "https://example.com/a" }));
    expect(() => toUrlset(entries)).toThrow(
      /^Cannot write the sitemap: its 50001 URLs exceed the limit of 50000 URLs /,
    );
    expect(() => toUrlset(entries.slice(1))).not.toThrow();
  });

  it("counts bytes, not characters", () => {
    const loc = `https://example.com/${"é".repeat(26_214_400)}`;
    expect(() => toUrlset([{ loc }])).toThrow(RangeError);
    expect(() => toUrlset([{ loc: loc.replaceAll("é", "e") }])).not.toThrow();
  });
});
