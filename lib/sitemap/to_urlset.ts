/** One URL of a sitemap. */
export interface SitemapEntry {
  /** Absolute URL, percent-encoded. */
  loc: string;
  /** When the page last changed: milliseconds since the epoch. Left out when it is not known. */
  lastmod?: number;
}

/**
 * Writes a sitemap by the sitemaps.org 0.9 protocol.
 *
 * @example
 * ```ts
 * import { toUrlset } from "postern/sitemap";
 *
 * toUrlset([{ loc: "https://example.com/a", lastmod: Date.UTC(2026, 4, 1) }]);
 * ```
 */
export function toUrlset(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(toUrl).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`;
}

function toUrl({ loc, lastmod }: SitemapEntry): string {
  const freshness = lastmod === undefined ? "" : `<lastmod>${new Date(lastmod).toISOString()}</lastmod>`;
  return `<url><loc>${escapeXml(loc)}</loc>${freshness}</url>\n`;
}

const xmlEscapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => xmlEscapes[character] ?? character);
}
