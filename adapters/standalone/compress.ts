import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Coding, Outgoing } from "../../lib/http/mod.ts";

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Brotli level 5 makes JSON and HTML smaller than gzip level 6, in about the same time. */
const compressors: Record<Coding, (body: Uint8Array) => Promise<Uint8Array>> = {
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

/**
 * Applies the coding of a response off the event loop (RFC 9110, section 8.4). A stream is compressed while it is being rendered.
 *
 * Responses to requests with a key are also compressed. BREACH requires a secret next to the attacker's text, and responses to GET contain
 * no secret. In addition, browsers do not send the key by themselves.
 */
export async function compress(outgoing: Outgoing): Promise<Outgoing> {
  const { coded, headers, body } = outgoing;
  if (coded === undefined) return outgoing;
  const { coding, source } = coded;
  if (source.body instanceof Uint8Array) {
    const bytes = await (source.compressed[coding] ??= compressOnce(source.body, coded));
    headers.set("content-length", String(bytes.length));
    return { ...outgoing, body: body && bytes };
  }
  headers.delete("content-length");
  const encoder = new CompressionStream("gzip") as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
  return { ...outgoing, body: body instanceof ReadableStream ? body.pipeThrough(encoder) : null };
}

/** Compresses a body for all requests. After a failure the next request tries again. */
async function compressOnce(
  body: Uint8Array,
  { coding, source }: NonNullable<Outgoing["coded"]>,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // The result of `node:zlib` can be a part of a larger buffer, which a copy does not keep in memory.
    return new Uint8Array(await compressors[coding](body));
  } catch (error) {
    source.compressed[coding] = undefined;
    throw error;
  }
}
