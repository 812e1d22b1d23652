/**
 * Sitemaps by sitemaps.org 0.9, and the rules by which their `lastmod` is found.
 *
 * @module
 */
export { type Freshness, lastModified, latestModified, rootLastModified } from "./lastmod.ts";
export { type SitemapEntry, toUrlset } from "./to_urlset.ts";
