import type { HandleIncoming, Incoming, Outgoing, HeaderList } from "../../../lib/http/mod.ts";
import { type Accepted, acceptedEncodings, type Encoding, isCompressible } from "./accepted_encoding.ts";
import { ChangedIncoming } from "./changed_incoming.ts";
import { CompressedBodies } from "./compressed_bodies.ts";
import { compressedStream } from "./compressed_stream.ts";
import { type Held, heldByClient, withoutEncodings } from "./encoded_etag.ts";

/** Minimum length of a compressed body in bytes. Below it, compression saves no packet. */
const leastBytes = 1024;

/** Maximum number of cached bytes per coding: compressed bodies and their sources. The API usually keeps the sources anyway. */
const mostBytes = 67_108_864;

/**
 * Compresses a handler's responses to GET and HEAD (RFC 9110, section 8.4). Small, compressed, non-text and `no-transform` responses
 * stay unchanged.
 *
 * Responses to requests with a key are also compressed. BREACH requires a secret next to the attacker's text, and responses to GET contain
 * no secret. In addition, browsers do not send the key by themselves.
 */
export function compressing(handle: HandleIncoming): HandleIncoming {
  const bodies = new CompressedBodies(mostBytes);
  return async (incoming) => {
    const { method, headers } = incoming;
    if (method !== "GET" && method !== "HEAD") return handle(withBareEtags(incoming));
    const accepted = acceptedEncodings(headers.get("accept-encoding") ?? undefined);
    const ifNoneMatch = headers.get("if-none-match");
    const held = ifNoneMatch === null ? undefined : heldByClient(ifNoneMatch, accepted);
    const outgoing = await handle(toPlainGet(incoming, held));
    if (outgoing === undefined) return undefined;
    const encoded = await encode(outgoing, { accepted, bodies, held });
    return method === "GET" ? encoded : withoutBody(encoded);
  };
}

/** Removes codings from `If-Match`, because the ETags of all codings name the same version. */
function withBareEtags(incoming: Incoming): Incoming {
  const ifMatch = incoming.headers.get("if-match");
  if (ifMatch === null) return incoming;
  return new ChangedIncoming(incoming, { headers: { "if-match": withoutEncodings(ifMatch) } });
}

/** Translates conditions to the API's ETags, and HEAD to GET, because the compressed length is known only from the body. */
function toPlainGet(incoming: Incoming, held: Held | undefined): Incoming {
  const ifMatch = incoming.headers.get("if-match");
  if (incoming.method === "GET" && held === undefined && ifMatch === null) return incoming;
  const headers: Record<string, string> = {};
  if (held !== undefined) headers["if-none-match"] = held.header;
  if (ifMatch !== null) headers["if-match"] = withoutEncodings(ifMatch);
  return new ChangedIncoming(incoming, { method: "GET", headers });
}

interface Compression {
  accepted: Accepted;
  bodies: CompressedBodies;
  held: Held | undefined;
}

async function encode(outgoing: Outgoing, compression: Compression): Promise<Outgoing> {
  const { status, headers, body } = outgoing;
  const { accepted, bodies, held } = compression;
  if (body instanceof ReadableStream) return compressedStream(outgoing, body, accepted);
  const etag = headers.get("etag");
  if (etag === undefined || headers.get("content-encoding") !== undefined) return outgoing;
  headers.set("vary", varying(headers.get("vary")));
  if (status === 304) {
    headers.set("etag", held?.etags.get(etag) ?? likelyEtag(etag, accepted, bodies));
    return outgoing;
  }
  const encoding = body === null ? undefined : encodingFor(headers, body.length, accepted);
  if (body === null || encoding === undefined) return outgoing;
  const encoded = bodies.get(etag, encoding, body) ?? (await bodies.compress(etag, encoding, body));
  headers.set("etag", encoded.etag);
  headers.set("content-encoding", encoding);
  headers.set("content-length", encoded.length);
  return { ...outgoing, body: encoded.body };
}

/** Returns the ETag for a 304 by date. The client most likely has the coding that it would receive now. */
function likelyEtag(etag: string, { encodings: [best] }: Accepted, bodies: CompressedBodies): string {
  return (best && bodies.etagOf(etag, best)) ?? etag;
}

/** Returns the coding of a response, or undefined for no coding. */
function encodingFor(
  headers: HeaderList,
  length: number,
  { encodings, prefersIdentity, takesIdentity }: Accepted,
): Encoding | undefined {
  if (prefersIdentity || (length < leastBytes && takesIdentity)) return undefined;
  return isCompressible(headers.get("content-type"), headers.get("cache-control")) ? encodings[0] : undefined;
}

function withoutBody(outgoing: Outgoing): Outgoing {
  if (outgoing.body instanceof ReadableStream) void outgoing.body.cancel();
  return { ...outgoing, body: null };
}

function varying(vary: string | undefined): string {
  return vary === undefined ? "accept-encoding" : `${vary}, accept-encoding`;
}
