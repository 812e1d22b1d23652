/** The beginning of every sitemap and sitemap index. */
export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The namespace of sitemaps and their indexes (sitemaps.org 0.9). */
export const sitemapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** Returns the `lastmod` element of a page or a sitemap, or `""` if the time is unknown. */
export function toLastmod(time: number | undefined): string {
  return time === undefined ? "" : `<lastmod>${new Date(time).toISOString()}</lastmod>`;
}
