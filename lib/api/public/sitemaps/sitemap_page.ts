import { type SitemapEntry, UrlsetWriter } from "../../../publishing/mod.ts";
import { PageBody, type PreparedResponse } from "../../../http/mod.ts";
import { toSitemapUrl } from "../../representations/represent_sitemap.ts";
import { toJson } from "../../../base/text/well_formed.ts";

/** Media types of sitemaps, the default first. */
export const sitemapTypes = ["application/xml", "application/json"] as const;

/** The media type of a sitemap. */
export type SitemapType = (typeof sitemapTypes)[number];

/**
 * Writes a page of a sitemap. It has the same entries as XML and JSON, because the protocol's limits for XML apply to both. It stores
 * the entries as bytes, or only counts them after `countOnly`.
 */
export class SitemapPage {
  readonly #type: SitemapType;
  readonly #writer = new UrlsetWriter();
  #body = new PageBody();
  #text = "";
  #isKept = true;

  constructor(type: SitemapType) {
    this.#type = type;
  }

  /** Number of entries on the page. */
  get urls(): number {
    return this.#writer.urls;
  }

  /** Adds an entry. Returns false if the page is full. */
  add(entry: SitemapEntry): boolean {
    const xml = this.#writer.write(entry);
    if (xml === undefined) return false;
    if (this.#isKept) this.#text += this.#format(entry, xml);
    return true;
  }

  /** Reserves space for the first entry, which is known last. */
  reserve(entry: SitemapEntry): void {
    this.#writer.write(entry);
  }

  /** Encodes the added entries as bytes. */
  flush(): void {
    this.#body.add(this.#text);
    this.#text = "";
  }

  /** Discards the entries, and only counts from now on. */
  countOnly(): void {
    this.#isKept = false;
    this.#body = new PageBody();
    this.#text = "";
  }

  /** Creates the response, starting with the entry of the reserved space. */
  toResponse(first?: SitemapEntry): PreparedResponse {
    this.flush();
    const isXml = this.#type === "application/xml";
    return this.#body.toResponse({
      start: (isXml ? this.#writer.start : '{"urls":[') + this.#toFirst(first),
      end: isXml ? this.#writer.end : "]}",
      headers: { "content-type": this.#type },
    });
  }

  #format(entry: SitemapEntry, xml: string): string {
    if (this.#type === "application/xml") return xml;
    return (this.urls === 1 ? "" : ",") + toJson(toSitemapUrl(entry));
  }

  #toFirst(entry: SitemapEntry | undefined): string {
    if (entry === undefined) return "";
    if (this.#type === "application/json") return toJson(toSitemapUrl(entry));
    return new UrlsetWriter().write(entry) ?? "";
  }
}
