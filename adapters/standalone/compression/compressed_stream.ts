import type { Outgoing } from "../../../lib/http/mod.ts";
import { type Accepted, isCompressible } from "./accepted_encoding.ts";
import { encodedEtag } from "./encoded_etag.ts";

/** Compresses a response while it is being rendered. Uses gzip, the only shared coding that web streams support. */
export function compressedStream(
  outgoing: Outgoing,
  body: ReadableStream<Uint8Array>,
  { encodings, prefersIdentity }: Accepted,
): Outgoing {
  const { headers, status, about } = outgoing;
  if (status !== 200 || headers.get("content-encoding") !== undefined) return outgoing;
  if (!isCompressible(headers.get("content-type"), headers.get("cache-control"))) return outgoing;
  const changed = headers.copy();
  const vary = headers.get("vary");
  changed.set("vary", vary === undefined ? "accept-encoding" : `${vary}, accept-encoding`);
  if (prefersIdentity || !encodings.includes("gzip")) return { status, headers: changed, body, about };
  const etag = headers.get("etag");
  if (etag !== undefined) changed.set("etag", encodedEtag(etag, "gzip"));
  changed.set("content-encoding", "gzip");
  changed.delete("content-length");
  const encoder = new CompressionStream("gzip") as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
  return { status, headers: changed, body: body.pipeThrough(encoder), about };
}
