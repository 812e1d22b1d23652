import type { Accepted } from "./accepted_encoding.ts";
import { encodedEtag } from "./encoded_etag.ts";
import { isCompressible } from "./is_compressible.ts";

/** Compresses an answer that is still being made, as it comes; the streams of web standards know gzip only. */
export function compressedStream(response: Response, { encodings, prefersIdentity }: Accepted): Response {
  const { headers, body, status } = response;
  if (body === null || status !== 200 || headers.has("content-encoding")) return response;
  if (!isCompressible(headers.get("content-type") ?? undefined, headers.get("cache-control") ?? undefined)) {
    return response;
  }
  const changed = new Headers(headers);
  changed.append("vary", "accept-encoding");
  if (prefersIdentity || !encodings.includes("gzip")) return new Response(body, { status, headers: changed });
  const etag = headers.get("etag");
  if (etag !== null) changed.set("etag", encodedEtag(etag, "gzip"));
  changed.set("content-encoding", "gzip");
  changed.delete("content-length");
  return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers: changed });
}
