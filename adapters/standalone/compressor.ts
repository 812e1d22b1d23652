import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { BoundedMap } from "../../lib/base/bounded_map.ts";
import type { Coding, Outgoing } from "../../lib/http/mod.ts";

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Brotli level 5 makes JSON and HTML smaller than gzip level 6, in about the same time. A result of `node:zlib` can be a part of a larger buffer,
 * which a copy does not keep in memory.
 */
const compressors: Record<Coding, (body: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: async (body) =>
    new Uint8Array(
      await brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 5,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      }),
    ),
  gzip: async (body) => new Uint8Array(await deflate(body)),
};

/** A body, and its compressed form. */
interface Compressed {
  source: Uint8Array;
  bytes: Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Applies the coding of a response off the event loop (RFC 9110, section 8.4). It caches compressed bodies by ETag, so that each version is
 * compressed once for concurrent and later requests.
 *
 * Responses to requests with a key are also compressed. BREACH requires a secret next to the attacker's text, and responses to GET contain
 * no secret. In addition, browsers do not send the key by themselves.
 */
export class Compressor {
  readonly #compressed: BoundedMap<Compressed>;

  /** @param mostBytes maximum bytes of cached bodies, with their sources. The length of a compressed body is not known before its end. */
  constructor(mostBytes: number) {
    this.#compressed = new BoundedMap(mostBytes, ({ source }) => 2 * source.length);
  }

  async compress(outgoing: Outgoing): Promise<Outgoing> {
    const { coded, headers, body } = outgoing;
    if (coded === undefined) return outgoing;
    const { coding, source } = coded;
    if (source instanceof Uint8Array) {
      const etag = headers.get("etag") ?? "";
      const known = this.#compressed.get(etag);
      // Different addresses can have the same ETag.
      const isSame = known !== undefined && Buffer.compare(known.source, source) === 0;
      const bytes = await (isSame ? known.bytes : this.#add(etag, coding, source));
      headers.set("content-length", String(bytes.length));
      return { ...outgoing, body: body && bytes };
    }
    headers.delete("content-length");
    const encoder = new CompressionStream("gzip") as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
    return { ...outgoing, body: body instanceof ReadableStream ? body.pipeThrough(encoder) : null };
  }

  /** Begins to compress a body. After a failure the next request tries again. */
  #add(etag: string, coding: Coding, source: Uint8Array): Compressed["bytes"] {
    const bytes = compressors[coding](source);
    this.#compressed.set(etag, { source, bytes });
    bytes.catch(() => this.#compressed.delete(etag));
    return bytes;
  }
}
