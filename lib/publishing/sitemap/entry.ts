/**
 * Sitemaps and sitemap indexes (sitemaps.org 0.9) of entries of your own.
 *
 * @module
 */
export type { SitemapAlternate, SitemapEntry } from "./sitemap_entry.ts";
export { type SitemapIndexEntry, toSitemapIndex } from "./to_sitemap_index.ts";
export { toUrlset } from "./to_urlset.ts";
export { UrlsetWriter } from "./urlset_writer.ts";
