import type { SitemapEntry } from "./sitemap_entry.ts";
import { maxBytes, maxUrls, UrlsetWriter } from "./urlset_writer.ts";

/**
 * Writes a sitemap (sitemaps.org 0.9). For more entries than one sitemap can hold, write several sitemaps with
 * {@link UrlsetWriter}, and an index with `toSitemapIndex`.
 *
 * @throws {RangeError} if there are more than 50,000 entries, or the sitemap would exceed 52,428,800 bytes
 *
 * @example
 * ```ts
 * import { toUrlset } from "postern/sitemap";
 *
 * toUrlset([{ loc: "https://example.com/a", lastmod: Date.UTC(2026, 4, 1) }]);
 * ```
 */
export function toUrlset(entries: readonly SitemapEntry[]): string {
  const writer = new UrlsetWriter();
  const urls = entries.map((entry) => {
    const url = writer.write(entry);
    if (url !== undefined) return url;
    throw new RangeError(
      `Cannot write the sitemap: its ${entries.length} URLs exceed the limit of ${maxUrls} URLs or ${maxBytes} bytes. Write several sitemaps with UrlsetWriter`,
    );
  });
  return writer.start + urls.join("") + writer.end;
}
