import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./accepted_encoding.ts";
import { encodedEtag } from "./encoded_etag.ts";

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Brotli level 5 makes JSON and HTML smaller than gzip level 6, in about the same time. */
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

/** A body in a coding, with the values of its headers. */
export interface CompressedBody {
  body: Buffer<ArrayBuffer>;
  etag: string;
  /** The value of `Content-Length`. */
  length: string;
}

/** A compressed body with its source bytes. */
interface Kept extends CompressedBody {
  source: Uint8Array;
}

interface UnderWay {
  source: Uint8Array;
  compressing: Promise<CompressedBody>;
}

/**
 * Caches compressed bodies by ETag, so that each version is compressed only once, off the event loop. Different addresses may have the
 * same ETag, so a cached body is used only for identical source bytes.
 */
export class CompressedBodies {
  readonly #mostBytes: number;
  readonly #bodies: Record<Encoding, Map<string, Kept>> = { br: new Map(), gzip: new Map() };
  readonly #underWay: Record<Encoding, Map<string, UnderWay>> = { br: new Map(), gzip: new Map() };
  readonly #bytes: Record<Encoding, number> = { br: 0, gzip: 0 };

  /** @param mostBytes maximum number of cached bytes per coding, including the source bytes. Evicts the least recently used bodies first */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Returns the encoded ETag of the body that was last compressed for an ETag. */
  etagOf(etag: string, encoding: Encoding): string | undefined {
    return this.#bodies[encoding].get(etag)?.etag;
  }

  /** Returns the cached body in a coding. */
  get(etag: string, encoding: Encoding, source: Uint8Array): CompressedBody | undefined {
    const bodies = this.#bodies[encoding];
    const known = bodies.get(etag);
    if (known === undefined || !isSame(known.source, source)) return undefined;
    // The API already caches these bytes. Referring to them avoids a second copy in memory.
    known.source = source;
    bodies.delete(etag);
    bodies.set(etag, known);
    return known;
  }

  /** Compresses a body. Concurrent calls for the same body share one compression. */
  async compress(etag: string, encoding: Encoding, source: Uint8Array): Promise<CompressedBody> {
    const underWay = this.#underWay[encoding];
    const same = underWay.get(etag);
    if (same !== undefined && isSame(same.source, source)) return same.compressing;
    const compressing = this.#compress(etag, encoding, source).finally(() => {
      if (underWay.get(etag)?.compressing === compressing) underWay.delete(etag);
    });
    underWay.set(etag, { source, compressing });
    return compressing;
  }

  async #compress(etag: string, encoding: Encoding, source: Uint8Array): Promise<CompressedBody> {
    const body = await compressors[encoding](source);
    const kept = { body, etag: encodedEtag(etag, encoding), length: String(body.length), source };
    this.#put(etag, encoding, kept);
    return kept;
  }

  #put(etag: string, encoding: Encoding, kept: Kept): void {
    const bodies = this.#bodies[encoding];
    const replaced = bodies.get(etag);
    if (replaced !== undefined) this.#bytes[encoding] -= bytesOf(replaced);
    bodies.delete(etag);
    bodies.set(etag, kept);
    this.#bytes[encoding] += bytesOf(kept);
    for (const [oldest, known] of bodies) {
      if (this.#bytes[encoding] <= this.#mostBytes) return;
      bodies.delete(oldest);
      this.#bytes[encoding] -= bytesOf(known);
    }
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || Buffer.compare(one, other) === 0;
}

function bytesOf({ body, source }: Kept): number {
  return body.length + source.length;
}
