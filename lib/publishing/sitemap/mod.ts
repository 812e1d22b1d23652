/**
 * Sitemaps and sitemap indexes (sitemaps.org 0.9), and the rules for `lastmod`.
 *
 * @module
 */
export { type Freshness, lastModified, rootLastModified } from "./lastmod.ts";
export { toSitemapIndex } from "./to_sitemap_index.ts";
export { toUrlset } from "./to_urlset.ts";
