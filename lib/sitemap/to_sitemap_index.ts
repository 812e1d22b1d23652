import { mostUrls } from "./urlset_writer.ts";
import { escapeXml } from "../escape_xml.ts";
import { sitemapNamespace, toLastmod, xmlDeclaration } from "./xml.ts";

/** One sitemap of an index. */
export interface SitemapIndexEntry {
  /** Absolute URL of the sitemap, percent-encoded, on the host whose URLs it lists. */
  loc: string;
  /** When the sitemap last changed: milliseconds since the epoch. Left out when it is not known. */
  lastmod?: number;
}

/**
 * Writes an index of sitemaps by the sitemaps.org 0.9 protocol.
 *
 * @throws {RangeError} when the sitemaps are more than 50,000
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
  if (sitemaps.length > mostUrls) {
    throw new RangeError(
      `Cannot write the sitemap index: it must have at most ${mostUrls} sitemaps, and has ${sitemaps.length}`,
    );
  }
  const elements = sitemaps.map(
    ({ loc, lastmod }) => `<sitemap><loc>${escapeXml(loc, "url")}</loc>${toLastmod(lastmod)}</sitemap>\n`,
  );
  return `${xmlDeclaration}<sitemapindex xmlns="${sitemapNamespace}">\n${elements.join("")}</sitemapindex>\n`;
}
