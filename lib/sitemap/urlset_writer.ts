import type { SitemapEntry } from "./sitemap_entry.ts";
import { escapeXml } from "../escape_xml.ts";
import { sitemapNamespace, toLastmod, xmlDeclaration } from "./xml.ts";

/** How many URLs a sitemap may hold (sitemaps.org 0.9), and how many sitemaps an index. */
export const mostUrls = 50_000;

/** How many bytes a sitemap may have before compression (sitemaps.org 0.9): 50 MiB. */
export const mostBytes = 52_428_800;

const encoder = new TextEncoder();

/**
 * Writes one sitemap by the sitemaps.org 0.9 protocol, URL by URL, as far as the protocol's limits let it: 50,000 URLs, and
 * 52,428,800 bytes in UTF-8. The sitemap is `start`, then what each `write` answered, then `end`.
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
   * The URL as an element of the sitemap, which it counts as written; undefined when the limits leave no room for it, and
   * the sitemap stays as it is.
   */
  write(entry: SitemapEntry): string | undefined {
    const url = toUrl(entry);
    const hasAlternates = this.#hasAlternates || isFilled(entry.alternates);
    const hasImages = this.#hasImages || isFilled(entry.images);
    const start = startOf(hasAlternates, hasImages);
    const urlBytes = this.#urlBytes + encoder.encode(url).length;
    if (this.#urls === mostUrls || start.length + urlBytes + this.end.length > mostBytes) return undefined;
    this.#hasAlternates = hasAlternates;
    this.#hasImages = hasImages;
    this.#start = start;
    this.#urlBytes = urlBytes;
    this.#urls++;
    return url;
  }

  /** What comes before the URLs. It declares the namespaces that they use, so it is final when they are all written. */
  get start(): string {
    return this.#start;
  }

  /** How many URLs were written. */
  get urls(): number {
    return this.#urls;
  }

  /** How many bytes the whole sitemap has in UTF-8. */
  get bytes(): number {
    return this.#start.length + this.#urlBytes + this.end.length;
  }
}

function startOf(hasAlternates: boolean, hasImages: boolean): string {
  const xhtml = hasAlternates ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : "";
  const image = hasImages ? ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"' : "";
  return `${xmlDeclaration}<urlset xmlns="${sitemapNamespace}"${xhtml}${image}>\n`;
}

/** Elements of other namespaces come last: the protocol's schema has no other place for them. */
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
