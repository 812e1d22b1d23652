import type { SitemapCheck } from "./site_check.ts";
import type { ReadPage } from "./read_page.ts";

/** Maximum length of the own sitemap that is compared, in characters. The site's is cut at a similar length. */
const longest = 1_000_000;

/**
 * Compares the sitemap that the site shows with the organization's own.
 *
 * @param own the sitemap as the API serves it
 */
export function compareSitemaps({ check, text, isCut }: ReadPage, own: string): SitemapCheck {
  if (check.state !== "ok") return check;
  const root = rootOf(text);
  if (root === "html") return { ...check, state: "html" };
  if (root !== "urlset" && root !== "sitemapindex") return { ...check, state: "no-sitemap" };
  const shown = new Set(locationsIn(text));
  const all = locationsIn(own.slice(0, longest));
  const expected = isCut ? all.slice(0, shown.size) : all;
  const found = expected.filter((location) => shown.has(location)).length;
  const state = found === expected.length ? "ok" : found > 0 ? "partial" : "foreign";
  return { ...check, state, expected: expected.length, found };
}

/** Returns the name of the root element, or undefined if the text is no markup. */
function rootOf(text: string): string | undefined {
  // Declarations and comments come before the root. The beginning is enough, so the search is short.
  const start = text.slice(0, 20_000).replace(/<!--[^]*?-->/g, "");
  if (/^[\s\ufeff]*<!doctype html/i.test(start)) return "html";
  return /<([a-z]+)[\s>]/i.exec(start)?.[1]?.toLowerCase();
}

function locationsIn(sitemap: string): string[] {
  return sitemap
    .split("<loc>")
    .slice(1)
    .flatMap((part) => {
      const end = part.indexOf("</loc>");
      return end === -1 ? [] : [part.slice(0, end).trim()];
    });
}
