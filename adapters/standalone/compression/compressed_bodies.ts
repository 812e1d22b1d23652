import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./accepted_encoding.ts";
import { encodedEtag } from "./encoded_etag.ts";

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Brotli's level 5 makes JSON and HTML smaller than gzip's level 6 in about the same time. */
const compressors: Record<Encoding, (body: Uint8Array) => Promise<Buffer<ArrayBuffer>>> = {
  br: async (body) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: async (body) => deflate(body),
};

/** A body in a coding, with the headers that say so. */
export interface CompressedBody {
  body: Buffer<ArrayBuffer>;
  etag: string;
  /** The value of `Content-Length`. */
  length: string;
}

/** Bodies that were compressed, by their ETag: so each is compressed once per version, off the event loop. */
export class CompressedBodies {
  readonly #mostBytes: number;
  readonly #bodies: Record<Encoding, Map<string, CompressedBody>> = { br: new Map(), gzip: new Map() };
  readonly #underWay: Record<Encoding, Map<string, Promise<CompressedBody>>> = {
    br: new Map(),
    gzip: new Map(),
  };
  readonly #bytes: Record<Encoding, number> = { br: 0, gzip: 0 };

  /** @param mostBytes how many bytes are kept in each coding; the least recently used go first */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The body of an ETag in a coding, where it is known. */
  get(etag: string, encoding: Encoding): CompressedBody | undefined {
    const bodies = this.#bodies[encoding];
    const known = bodies.get(etag);
    if (known === undefined) return undefined;
    bodies.delete(etag);
    bodies.set(etag, known);
    return known;
  }

  /** Compresses a body, once however many ask for it at the same time. */
  async compress(etag: string, encoding: Encoding, body: Uint8Array): Promise<CompressedBody> {
    const underWay = this.#underWay[encoding];
    const same = underWay.get(etag);
    if (same !== undefined) return same;
    const compressing = this.#compress(etag, encoding, body).finally(() => underWay.delete(etag));
    underWay.set(etag, compressing);
    return compressing;
  }

  async #compress(etag: string, encoding: Encoding, body: Uint8Array): Promise<CompressedBody> {
    const compressed = await compressors[encoding](body);
    const result = {
      body: compressed,
      etag: encodedEtag(etag, encoding),
      length: String(compressed.length),
    };
    this.#put(etag, encoding, result);
    return result;
  }

  #put(etag: string, encoding: Encoding, compressed: CompressedBody): void {
    const bodies = this.#bodies[encoding];
    bodies.set(etag, compressed);
    this.#bytes[encoding] += compressed.body.length;
    for (const [oldest, { body }] of bodies) {
      if (this.#bytes[encoding] <= this.#mostBytes) return;
      bodies.delete(oldest);
      this.#bytes[encoding] -= body.length;
    }
  }
}
