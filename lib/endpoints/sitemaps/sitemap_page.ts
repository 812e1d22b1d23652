import { createSha256 } from "../../access/mod.ts";
import { type SitemapEntry, UrlsetWriter } from "../../sitemap/mod.ts";
import { PreparedResponse } from "../../exchange/prepared_response.ts";
import { toEtag } from "../../http/etag.ts";
import { joinBytes } from "../../http/join_bytes.ts";
import { toSitemapUrl } from "../../representations/represent_sitemap.ts";
import { toJson } from "../../well_formed.ts";

/** Media types of sitemaps, the default first. */
export const sitemapTypes = ["application/xml", "application/json"] as const;

/** The media type of a sitemap. */
export type SitemapType = (typeof sitemapTypes)[number];

/** Maximum size in bytes of a body that is joined and can be cached. Larger bodies are streamed in pieces. */
const maxJoinedBytes = 16_777_216;

const encoder = new TextEncoder();

/**
 * Writes a page of a sitemap. It has the same entries as XML and JSON, because the protocol's limits for XML apply to both. It stores
 * the entries as bytes, or only counts them after `countOnly`.
 */
export class SitemapPage {
  readonly #type: SitemapType;
  readonly #writer = new UrlsetWriter();
  readonly #hash = createSha256();
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
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
    if (this.#text === "") return;
    const piece = encoder.encode(this.#text);
    this.#hash.update(piece);
    this.#pieces.push(piece);
    this.#text = "";
  }

  /** Discards the entries, and only counts from now on. */
  countOnly(): void {
    this.#isKept = false;
    this.#pieces.length = 0;
    this.#text = "";
  }

  /** Creates the response, starting with the entry of the reserved space. */
  toResponse(first?: SitemapEntry): PreparedResponse {
    this.flush();
    const isXml = this.#type === "application/xml";
    const start = encoder.encode((isXml ? this.#writer.start : '{"urls":[') + this.#toFirst(first));
    const end = encoder.encode(isXml ? this.#writer.end : "]}");
    const pieces = [start, ...this.#pieces, end];
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    // The start is hashed last, because its entry is known last. The end never changes.
    const etag = toEtag(this.#hash.update(start).digest());
    return new PreparedResponse({
      status: 200,
      headers: { "content-type": this.#type, "content-length": String(length), etag },
      body: length <= maxJoinedBytes ? joinBytes(pieces, length) : streamOf(pieces),
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

/** Streams the pieces on demand. */
function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let index = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[index++];
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
}
