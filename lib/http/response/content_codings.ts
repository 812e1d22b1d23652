import { BoundedMap } from "../../base/bounded_map.ts";
import { qualityValues } from "../request/quality_values.ts";
import { readEntityTags } from "./entity_tags.ts";

/** A content coding that an adapter can apply, as in `Content-Encoding`. */
export type Coding = "br" | "gzip";

/** The form of a response: in a coding, without one (`identity`), or `only` if its bytes are the same for every client. */
export type CodedForm = Coding | "identity" | "only";

/** The content codings that a client accepts (RFC 9110, section 12.5.3). */
export interface AcceptedCodings {
  /** Accepted codings, most preferred first. Equally preferred codings are ordered by size, smallest first. */
  codings: readonly Coding[];
  /** True if the client prefers a response without coding. */
  prefersIdentity: boolean;
  /** True if the client accepts a response without coding. */
  takesIdentity: boolean;
}

/** A response that an adapter sends in a coding. */
export interface CodedResponse {
  coding: Coding;
  /** The body without coding, also for HEAD. */
  source: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

/** Minimum length of a compressed body in bytes. Below it, compression saves no packet. */
const leastBytes = 1024;

/** Without `Accept-Encoding`, the response is not encoded, so every client understands it. */
const identityOnly: AcceptedCodings = { codings: [], prefersIdentity: true, takesIdentity: true };

/** Cache of parsed headers. Most requests have one of a few values. */
const known = new BoundedMap<AcceptedCodings>(100);

/** Reads `Accept-Encoding`. */
export function acceptedCodings(header: string | undefined): AcceptedCodings {
  if (header === undefined) return identityOnly;
  const before = known.get(header);
  if (before !== undefined) return before;
  const accepted = parse(header);
  known.set(header, accepted);
  return accepted;
}

function parse(header: string): AcceptedCodings {
  const weights = new Map(qualityValues(header).map(({ name, weight }) => [name, weight]));
  const others = weights.get("*");
  const weightOf = (name: string): number => weights.get(name) ?? others ?? 0;
  const gzip = Math.max(weightOf("gzip"), weights.get("x-gzip") ?? 0);
  const ranked = (
    [
      ["br", weightOf("br")],
      ["gzip", gzip],
    ] as const
  ).filter(([, weight]) => weight > 0);
  const codings = ranked.toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  const identity = weights.get("identity") ?? (others === 0 ? 0 : undefined);
  const best = Math.max(0, ...ranked.map(([, weight]) => weight));
  return { codings, prefersIdentity: (identity ?? 0) > best || best === 0, takesIdentity: identity !== 0 };
}

/** Text types, except event streams: compression would delay their events. */
const textType =
  /^(?:text\/(?!event-stream)|application\/(?:json|xml|javascript|[\w.+-]+\+(?:json|xml))\b|image\/svg\+xml)/i;

/** A response before its coding is chosen. */
interface Codable {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: CodedResponse["source"];
}

/**
 * Chooses the form of a response to GET or HEAD. It is the form of the client's copy if that is current, else the form that the client prefers.
 * A coding must make the body smaller, and caches must be allowed to transform it (RFC 9111, section 5.2.2.6).
 */
export function formOf(
  { status, headers, body }: Codable,
  etag: string | undefined,
  accepted: AcceptedCodings,
  ifNoneMatch: string | null,
): CodedForm {
  const { "content-type": type = "", "cache-control": cacheControl = "" } = headers;
  if (headers["content-encoding"] !== undefined) return "only";
  const isText = textType.test(type) && !cacheControl.includes("no-transform");
  const isStream = body instanceof ReadableStream;
  if (isStream ? status !== 200 || !isText : etag === undefined) return "only";
  const held = ifNoneMatch === null || status !== 200 ? undefined : formOfCopy(etag, accepted, ifNoneMatch);
  if (held !== undefined) return held;
  const { codings, prefersIdentity, takesIdentity } = accepted;
  if (!isText || prefersIdentity || body === null) return "identity";
  // Web streams support no other coding.
  if (isStream) return codings.includes("gzip") ? "gzip" : "identity";
  return body.length < leastBytes && takesIdentity ? "identity" : (codings[0] ?? "identity");
}

/** Returns the form of the client's copy, if the copy is current and the client still accepts its coding. */
function formOfCopy(
  etag: string | undefined,
  { codings, takesIdentity }: AcceptedCodings,
  ifNoneMatch: string,
): CodedForm | undefined {
  const tags = readEntityTags(ifNoneMatch);
  if (tags === "*" || etag === undefined) return undefined;
  const values = new Set(tags.map((tag) => tag?.value));
  if (takesIdentity && values.has(etag)) return "identity";
  return codings.find((coding) => values.has(codedEtag(etag, coding)));
}

/** Returns the headers of a response in a form. Different bytes need a different strong ETag (RFC 9110, section 8.8.1). */
export function codedHeaders(headers: Record<string, string>, form: CodedForm): Record<string, string> {
  if (form === "only") return headers;
  const { vary, etag } = headers;
  const varying = { ...headers, vary: vary === undefined ? "accept-encoding" : `${vary}, accept-encoding` };
  if (form === "identity") return varying;
  const own = etag === undefined ? {} : { etag: codedEtag(etag, form) };
  return { ...varying, ...own, "content-encoding": form };
}

function codedEtag(etag: string, coding: Coding): string {
  return etag.replace(/"$/, `-${coding}"`);
}

/** Removes the coding from an ETag. The ETags of all codings name the same version, which `If-Match` compares. */
export function versionOf(etag: string): string {
  return etag.replace(/-(?:br|gzip)"$/, '"');
}
