import { maxUrls } from "./urlset_writer.ts";
import { escapeXml } from "../../base/text/escape_xml.ts";
import { sitemapNamespace, toLastmod, xmlDeclaration } from "./xml.ts";

/** One sitemap of an index. */
export interface SitemapIndexEntry {
  /** Absolute URL of the sitemap, percent-encoded, on the host whose URLs it lists. */
  loc: string;
  /** Time of the sitemap's last change in milliseconds since the epoch. Undefined if unknown. */
  lastmod?: number;
}

/**
 * Writes a sitemap index (sitemaps.org 0.9).
 *
 * @throws {RangeError} if there are more than 50,000 sitemaps
 *
 * @example
 * ```ts
 * import { toSitemapIndex } from "postern/sitemap";
 *
 * const pages = [1, 2].map((page) => ({ loc: `https://example.com/sitemap.xml?page=${page}` }));
 * toSitemapIndex(pages).includes("<loc>https://example.com/sitemap.xml?page=2</loc>"); // true
 * ```
 */
export function toSitemapIndex(sitemaps: readonly SitemapIndexEntry[]): string {
  if (sitemaps.length > maxUrls) {
    throw new RangeError(
      `Cannot write the sitemap index: it has ${sitemaps.length} sitemaps, but at most ${maxUrls} are allowed`,
    );
  }
  const elements = sitemaps.map(
    ({ loc, lastmod }) => `<sitemap><loc>${escapeXml(loc, "url")}</loc>${toLastmod(lastmod)}</sitemap>\n`,
  );
  return `${xmlDeclaration}<sitemapindex xmlns="${sitemapNamespace}">\n${elements.join("")}</sitemapindex>\n`;
}
