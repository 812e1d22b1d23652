import type { SitemapEntry } from "./sitemap_entry.ts";
import { mostBytes, mostUrls, UrlsetWriter } from "./urlset_writer.ts";

/**
 * Writes a sitemap by the sitemaps.org 0.9 protocol. What is more than one sitemap can hold goes into several, written with
 * {@link UrlsetWriter}, and an index of them, written with `toSitemapIndex`.
 *
 * @throws {RangeError} when the entries are more than 50,000, or the sitemap would exceed 52,428,800 bytes
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
      `Cannot write the sitemap: it must have at most ${mostUrls} URLs and ${mostBytes} bytes, and has ${entries.length} URLs`,
    );
  });
  return writer.start + urls.join("") + writer.end;
}
