import type { SitemapEntry } from "./sitemap_entry.ts";
import { escapeXml } from "../../base/text/escape_xml.ts";
import { sitemapNamespace, toLastmod, xmlDeclaration } from "./xml.ts";

/** Maximum number of URLs in a sitemap, and of sitemaps in an index (sitemaps.org 0.9). */
export const maxUrls = 50_000;

/** Maximum size of an uncompressed sitemap in bytes (sitemaps.org 0.9): 50 MiB. */
export const maxBytes = 52_428_800;

const encoder = new TextEncoder();

/**
 * Writes a sitemap URL by URL (sitemaps.org 0.9), up to the protocol's limits of 50,000 URLs and 52,428,800 bytes in
 * UTF-8. The sitemap is `start`, then the results of all `write` calls, then `end`.
 *
 * @example
 * ```ts
 * import { UrlsetWriter } from "postern/sitemap";
 *
 * const writer = new UrlsetWriter();
 * const urls = [{ loc: "https://example.com/a" }, { loc: "https://example.com/b" }].map((entry) => writer.write(entry));
 * const isFull = urls.includes(undefined);
 * const xml = writer.start + urls.join("") + writer.end;
 * new TextEncoder().encode(xml).length === writer.bytes; // true
 * ```
 */
export class UrlsetWriter {
  readonly end = "</urlset>\n";
  #urls = 0;
  #urlBytes = 0;
  #start = startOf(false, false);
  #hasAlternates = false;
  #hasImages = false;

  /**
   * Adds a URL and returns it as an element of the sitemap. Returns undefined and adds nothing if the URL would exceed the
   * limits.
   */
  write(entry: SitemapEntry): string | undefined {
    const url = toUrl(entry);
    const hasAlternates = this.#hasAlternates || isFilled(entry.alternates);
    const hasImages = this.#hasImages || isFilled(entry.images);
    const start = startOf(hasAlternates, hasImages);
    const urlBytes = this.#urlBytes + encoder.encode(url).length;
    if (this.#urls === maxUrls || start.length + urlBytes + this.end.length > maxBytes) return undefined;
    this.#hasAlternates = hasAlternates;
    this.#hasImages = hasImages;
    this.#start = start;
    this.#urlBytes = urlBytes;
    this.#urls++;
    return url;
  }

  /** The beginning of the sitemap. It declares the namespaces of the URLs, so read it after the last `write`. */
  get start(): string {
    return this.#start;
  }

  /** Number of URLs written. */
  get urls(): number {
    return this.#urls;
  }

  /** Size of the whole sitemap in bytes (UTF-8). */
  get bytes(): number {
    return this.#start.length + this.#urlBytes + this.end.length;
  }
}

function startOf(hasAlternates: boolean, hasImages: boolean): string {
  const xhtml = hasAlternates ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : "";
  const image = hasImages ? ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"' : "";
  return `${xmlDeclaration}<urlset xmlns="${sitemapNamespace}"${xhtml}${image}>\n`;
}

/** Writes the elements of other namespaces last, because the protocol's schema allows them only there. */
function toUrl({ loc, lastmod, alternates = [], images = [] }: SitemapEntry): string {
  const links = alternates.map(
    ({ hreflang, href }) =>
      `<xhtml:link rel="alternate" hreflang="${escapeXml(hreflang, "url")}" href="${escapeXml(href, "url")}"/>`,
  );
  const pictures = images.map(
    (image) => `<image:image><image:loc>${escapeXml(image, "url")}</image:loc></image:image>`,
  );
  return `<url><loc>${escapeXml(loc, "url")}</loc>${toLastmod(lastmod)}${links.join("")}${pictures.join("")}</url>\n`;
}

function isFilled(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}
