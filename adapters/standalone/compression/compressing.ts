import type { HandleIncoming, Incoming, Outgoing, HeaderList } from "../../../lib/http/mod.ts";
import { type Accepted, acceptedEncodings, type Encoding, isCompressible } from "./accepted_encoding.ts";
import { ChangedIncoming } from "./changed_incoming.ts";
import { CompressedBodies } from "./compressed_bodies.ts";
import { compressedStream } from "./compressed_stream.ts";
import { type Held, heldByClient, withoutEncodings } from "./encoded_etag.ts";

/** Bytes of a body below which compression saves no packet. */
const leastBytes = 1024;

/** Bytes that are kept in each coding: of compressed bodies, and of what they were made of, which the API most often keeps anyway. */
const mostBytes = 67_108_864;

/**
 * Compresses the answers of a handler to GET and HEAD (RFC 9110, section 8.4), and leaves alone all that is small, compressed, of no text, or
 * `no-transform`.
 *
 * What came with a key is compressed, too: BREACH needs a secret in the body beside text of the attacker, and answers
 * to GET hold no secret, nor does a browser send the key by itself.
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

/** What is to be changed only in one version has been read in some coding: its ETag names that version all the same. */
function withBareEtags(incoming: Incoming): Incoming {
  const ifMatch = incoming.headers.get("if-match");
  if (ifMatch === null) return incoming;
  return new ChangedIncoming(incoming, { headers: { "if-match": withoutEncodings(ifMatch) } });
}

/** The API is asked by GET for HEAD, too: how long a response is compressed only its body says. Conditions name the ETags of the API. */
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

/** Who asks by date has some form of it: most likely the one that it would be sent now. */
function likelyEtag(etag: string, { encodings: [best] }: Accepted, bodies: CompressedBodies): string {
  return (best && bodies.etagOf(etag, best)) ?? etag;
}

/** The coding of an answer; undefined for none. */
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
