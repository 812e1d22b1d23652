/** What every sitemap and every index begins with. */
export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The namespace of sitemaps and their indexes (sitemaps.org 0.9). */
export const sitemapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** The element for when a page or a sitemap last changed; nothing where that is not known. */
export function toLastmod(time: number | undefined): string {
  return time === undefined ? "" : `<lastmod>${new Date(time).toISOString()}</lastmod>`;
}
