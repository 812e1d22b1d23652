import type { Caller, KeyEvent, Quota } from "../../access/mod.ts";
import { ProblemError } from "../problems/problem.ts";
import { parseHttpDate } from "../../base/time/http_date.ts";
import { readEntityTags } from "../response/entity_tags.ts";
import { formOf, versionOf } from "../response/content_codings.ts";
import type { ExchangeRequest, ResponseSurface, Route } from "./endpoint.ts";
import type { IncomingHeaders, Outgoing } from "../request/incoming.ts";
import type { PreparedResponse } from "./prepared_response.ts";
import type { HeaderList } from "../response/header_list.ts";

/** The result of judging the key of a request. */
export interface Authentication {
  /** Null for a missing or refused key. */
  caller: Caller | null;
  /** The quota of the key after this request. */
  quota?: Quota | undefined;
  /** The refused key, if its secret was correct. */
  refusedKey?: KeyEvent | undefined;
}

/** The parts of a request that {@link finish} needs. */
export interface FinishedRequest extends Pick<ExchangeRequest, "incoming" | "now" | "about"> {
  match: { surface: ResponseSurface; route: Route };
}

const preconditionFailed = new ProblemError(
  "precondition-failed",
  "The current version does not match If-Match or If-Unmodified-Since",
);

/** Finishes a response. It removes the body for HEAD, evaluates conditional headers (304 or 412), and adds the headers of this request. */
export function finish(
  response: PreparedResponse,
  request: FinishedRequest,
  authentication: Authentication,
): Outgoing {
  const { incoming, match, now, about } = request;
  const { surface, route } = match;
  const { caller, quota } = authentication;
  const isRead = incoming.method === "GET" || incoming.method === "HEAD";
  const { codings, headers: sent } = incoming;
  const audience = quota === undefined ? "open" : "counted";
  const plain = response.form(audience, "only", surface);
  const isCodable = isRead && codings !== undefined && surface.hasSecrets !== true;
  const coding = isCodable ? formOf(response, plain.etag, codings, sent.get("if-none-match")) : "only";
  const form = coding === "only" ? plain : response.form(audience, coding, surface);
  const validated = { status: response.status, modified: response.modified, etag: form.etag };
  if (isRead && form.etag !== undefined && isPreconditionFailed(validated, sent, now)) {
    if (response.body instanceof ReadableStream) void response.body.cancel();
    return finish(surface.toProblemResponse(preconditionFailed), request, authentication);
  }
  const isNotModified = isRead && isFresh(validated, sent, now);
  const headers = (isNotModified ? form.notModified() : form.headers).copy();
  // A date must not be later than the response (RFC 9110, section 8.8.2.1).
  if (response.modified > now) {
    headers.set("last-modified", new Date(response.modified - 1000).toUTCString());
  }
  if (surface.isSameForOrigins !== true || incoming.method === "OPTIONS") {
    surface.setHeadersForRequest?.(headers, incoming, route);
  }
  if (quota !== undefined) setRateLimitHeaders(headers, quota, now);
  about.code = response.code;
  about.keyId = caller?.credential.id;
  about.organizationSlug = caller?.credential.organizationSlug;
  about.quotaLeft = quota?.remaining;
  const body = isNotModified || incoming.method === "HEAD" ? null : response.body;
  const isCoded = !isNotModified && coding !== "identity" && coding !== "only";
  const coded = isCoded ? { coding, source: response.body } : undefined;
  return { status: isNotModified ? 304 : response.status, headers, body, coded, about };
}

/** The parts of a response that conditional requests compare. */
interface Validated {
  status: number;
  etag: string | undefined;
  /** Time of `Last-Modified` in milliseconds since the epoch, or NaN without the header. */
  modified: number;
}

/**
 * Returns true if the client holds the current response (RFC 9110, section 13). `If-None-Match` takes precedence over `If-Modified-Since`.
 * Dates are compared only if the response has `Last-Modified`, and if this date is at least one second old. Before that the response can change
 * again without a new date (RFC 9110, section 8.8.2.2). A date after `now` comes from a clock that was ahead, so it matches nothing.
 */
function isFresh({ status, etag, modified }: Validated, request: IncomingHeaders, now: number): boolean {
  if (status !== 200) return false;
  const etags = request.get("if-none-match");
  if (etags !== null) return matches(etags, etag);
  const since = request.get("if-modified-since");
  if (since === null || !(modified + 1000 <= now)) return false;
  const date = parseHttpDate(since, now);
  return date !== undefined && modified <= date && date <= now;
}

/**
 * Returns true if the client requires a version that is not the current one (RFC 9110, section 13). `If-Match` takes precedence over
 * `If-Unmodified-Since`, and both over the headers of {@link isFresh}. Only a response with status 200 has a version.
 * A date in another form than those of HTTP counts as missing.
 */
function isPreconditionFailed(
  { status, etag, modified }: Validated,
  request: IncomingHeaders,
  now: number,
): boolean {
  if (status !== 200) return false;
  const etags = request.get("if-match");
  if (etags !== null) return !matchesStrongly(etags, etag);
  const since = request.get("if-unmodified-since");
  if (since === null) return false;
  const date = parseHttpDate(since, now);
  return date !== undefined && modified > date;
}

/** Returns true if a list contains the ETag of any coding by strong comparison (RFC 9110, section 8.8.3.2). A weak ETag never matches. */
function matchesStrongly(list: string, etag: string | undefined): boolean {
  const tags = readEntityTags(list);
  if (tags === "*" || etag === undefined) return tags === "*";
  return tags.some((tag) => tag !== null && !tag.isWeak && versionOf(tag.value) === versionOf(etag));
}

/** Returns true if a list contains the ETag by weak comparison (RFC 9110, section 8.8.3.2). */
function matches(list: string, etag: string | undefined): boolean {
  if (etag === undefined) return false;
  // Fast path: most clients send only the ETag that they received.
  if (list === etag) return true;
  const tags = readEntityTags(list);
  return tags === "*" || tags.some((tag) => tag?.value === etag);
}

/** Placeholders for the headers of {@link setRateLimitHeaders}, for responses that are completed before the quota is known. */
export const emptyRateLimit: Readonly<Record<string, string>> = { "ratelimit-policy": "", ratelimit: "" };

/** Sets the headers that send the client its quota (IETF draft-ietf-httpapi-ratelimit-headers). */
function setRateLimitHeaders(headers: HeaderList, quota: Quota, now: number): void {
  const { limit, remaining, resetsAt, burst } = quota;
  const policy = `"daily";q=${limit};w=86400`;
  // `toFixed`, because V8 keeps the texts of other conversions until an old-generation collection.
  const left = `"daily";r=${remaining.toFixed()};t=${secondsUntil(resetsAt, now)}`;
  headers.set("ratelimit-policy", burst === undefined ? policy : `${policy}, "burst";q=${burst.limit};w=1`);
  headers.set("ratelimit", burst === undefined ? left : `${left}, "burst";r=${burst.remaining};t=1`);
}

/** Returns the whole seconds until a time, at least 1. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000));
}
