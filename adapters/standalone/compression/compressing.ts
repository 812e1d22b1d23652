import type { IncomingMessage } from "node:http";
import type { HattipHandler } from "@hattip/core";
import { andThen, type Awaitable } from "../../../lib/awaitable.ts";
import type { HeaderList } from "../../../lib/http/mod.ts";
import { acceptLightRequests } from "../../../lib/light_request.ts";
import { LazyRequest } from "../../node/lazy_request.ts";
import { LightResponse } from "../../node/light_response.ts";
import { type Accepted, acceptedEncodings, type Encoding } from "./accepted_encoding.ts";
import { CompressedBodies, type CompressedBody } from "./compressed_bodies.ts";
import { type Held, heldByClient, withoutEncodings } from "./encoded_etag.ts";
import { compressedStream } from "./compressed_stream.ts";
import { isCompressible } from "./is_compressible.ts";

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
export function compressing(handler: HattipHandler): HattipHandler {
  const bodies = new CompressedBodies(mostBytes);
  return acceptLightRequests((context) => {
    const { request } = context;
    const { method, headers } = request;
    if (method !== "GET" && method !== "HEAD") return handler(withBareEtags(context));
    const accepted = acceptedEncodings(headers.get("accept-encoding") ?? undefined);
    const ifNoneMatch = headers.get("if-none-match");
    const held = ifNoneMatch === null ? undefined : heldByClient(ifNoneMatch, accepted);
    const ifMatch = headers.get("if-match");
    const isPlain = method === "GET" && held === undefined && ifMatch === null;
    const conditions = conditionsOf(held?.header, ifMatch);
    const asked = isPlain ? context : { ...context, request: changed(request, "GET", conditions) };
    const encoded = andThen(handler(asked), (answer) =>
      answer instanceof LightResponse
        ? compressed(answer, { accepted, bodies, held })
        : compressedStream(answer, accepted),
    );
    return method === "GET" ? encoded : andThen(encoded, withoutBody);
  });
}

type Context = Parameters<HattipHandler>[0];

/** What is to be changed only in one version has been read in some coding: its ETag names that version all the same. */
function withBareEtags(context: Context): Context {
  const { request } = context;
  const ifMatch = request.headers.get("if-match");
  if (ifMatch === null) return context;
  const headers = { "if-match": withoutEncodings(ifMatch) };
  return { ...context, request: lazyRequest(request, { headers }) };
}

/** The API is asked by GET for HEAD, too: how long an answer is compressed only its body says. */
function changed(request: Request, method: string, headers: Readonly<Record<string, string>>): Request {
  return lazyRequest(request, { method, headers });
}

/** The conditions in the ETags of the API, which have no marks of codings. */
function conditionsOf(ifNoneMatch: string | undefined, ifMatch: string | null): Record<string, string> {
  const conditions: Record<string, string> = {};
  if (ifNoneMatch !== undefined) conditions["if-none-match"] = ifNoneMatch;
  if (ifMatch !== null) conditions["if-match"] = withoutEncodings(ifMatch);
  return conditions;
}

function lazyRequest(request: Request, changes: ConstructorParameters<typeof LazyRequest>[2]): Request {
  const { incoming } = request as unknown as { incoming: IncomingMessage };
  return new LazyRequest(incoming, request.url, changes) as unknown as Request;
}

interface Compression {
  accepted: Accepted;
  bodies: CompressedBodies;
  held: Held | undefined;
}

function compressed(answer: LightResponse, compression: Compression): Awaitable<Response> {
  const { status, list, content } = answer;
  const { accepted, bodies, held } = compression;
  const etag = list.get("etag");
  if (etag === undefined || list.get("content-encoding") !== undefined) return toResponse(answer);
  list.set("vary", varying(list.get("vary")));
  if (status === 304) {
    list.set("etag", held?.etags.get(etag) ?? likelyEtag(etag, accepted, bodies));
    return toResponse(answer);
  }
  const encoding = content === null ? undefined : encodingFor(list, content.length, accepted);
  if (content === null || encoding === undefined) return toResponse(answer);
  const known = bodies.get(etag, encoding, content) ?? bodies.compress(etag, encoding, content);
  return andThen<CompressedBody, Response>(known, ({ body, etag, length }) => {
    list.set("etag", etag);
    list.set("content-encoding", encoding);
    list.set("content-length", length);
    return toResponse(new LightResponse(body, { status, headers: list }));
  });
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

function withoutBody(response: Response): Response {
  if (response instanceof LightResponse) {
    return toResponse(new LightResponse(null, { status: response.status, headers: response.list }));
  }
  void response.body?.cancel();
  return new Response(null, response);
}

/** Nearly all answers depend on the same. */
let known = { vary: "", varying: "" };

function varying(vary: string | undefined): string {
  if (vary === undefined) return "accept-encoding";
  if (vary !== known.vary) known = { vary, varying: `${vary}, accept-encoding` };
  return known.varying;
}

/** The Node server takes it for one. */
function toResponse(answer: LightResponse): Response {
  return answer as unknown as Response;
}
