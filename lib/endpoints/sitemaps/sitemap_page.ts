import { createSha256 } from "../../access/mod.ts";
import { type SitemapEntry, UrlsetWriter } from "../../sitemap/mod.ts";
import { PreparedResponse } from "../../exchange/prepared_response.ts";
import { toEtag } from "../../http/etag.ts";
import { joinBytes } from "../../http/join_bytes.ts";
import { toSitemapUrl } from "../../representations/represent_sitemap.ts";

/** The forms that sitemaps have, the default first. */
export const sitemapTypes = ["application/xml", "application/json"] as const;

/** The media type of a sitemap. */
export type SitemapType = (typeof sitemapTypes)[number];

/** How many bytes are put together into one body, which can be kept; more are sent in the pieces in which they were made. */
const mostJoined = 16_777_216;

const encoder = new TextEncoder();

/**
 * A page of a sitemap while it is being written. It has the same entries in each form: the protocol's limits for XML decide
 * what it may hold. Only bytes are kept of the entries, and nothing at all once the page is to be counted only.
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

  /** How many entries the page has. */
  get urls(): number {
    return this.#writer.urls;
  }

  /** Adds an entry, unless the page is full. */
  add(entry: SitemapEntry): boolean {
    const xml = this.#writer.write(entry);
    if (xml === undefined) return false;
    if (this.#isKept) this.#text += this.#inForm(entry, xml);
    return true;
  }

  /** Keeps room for an entry that is to come first, and is known last. */
  reserve(entry: SitemapEntry): void {
    this.#writer.write(entry);
  }

  /** Makes bytes of what was added. */
  flush(): void {
    if (this.#text === "") return;
    const piece = encoder.encode(this.#text);
    this.#hash.update(piece);
    this.#pieces.push(piece);
    this.#text = "";
  }

  /** Lets go of what was added, and goes on counting. */
  countOnly(): void {
    this.#isKept = false;
    this.#pieces.length = 0;
    this.#text = "";
  }

  /** The page as an answer, with the entry first that room was kept for. */
  toResponse(headers: Record<string, string>, first?: SitemapEntry): PreparedResponse {
    this.flush();
    const isXml = this.#type === "application/xml";
    const start = encoder.encode((isXml ? this.#writer.start : '{"urls":[') + this.#toFirst(first));
    const end = encoder.encode(isXml ? this.#writer.end : "]}");
    const pieces = [start, ...this.#pieces, end];
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    // The start is hashed after what it stands before; the end is always the same.
    const etag = toEtag(this.#hash.update(start).digest());
    return new PreparedResponse({
      status: 200,
      headers: { ...headers, "content-type": this.#type, "content-length": String(length), etag },
      body: length <= mostJoined ? joinBytes(pieces, length) : streamOf(pieces),
    });
  }

  #inForm(entry: SitemapEntry, xml: string): string {
    if (this.#type === "application/xml") return xml;
    return (this.urls === 1 ? "" : ",") + JSON.stringify(toSitemapUrl(entry));
  }

  #toFirst(entry: SitemapEntry | undefined): string {
    if (entry === undefined) return "";
    if (this.#type === "application/json") return JSON.stringify(toSitemapUrl(entry));
    return new UrlsetWriter().write(entry) ?? "";
  }
}

/** Hands on a piece whenever one is asked for. */
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
