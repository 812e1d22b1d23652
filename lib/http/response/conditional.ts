import { parseHttpDate } from "../../base/time/http_date.ts";
import { versionOf } from "./content_codings.ts";
import { readEntityTags } from "./entity_tags.ts";
import type { IncomingHeaders } from "../request/incoming.ts";

/** Headers that a 304 keeps (RFC 9110, section 15.4.5), including those that let pages of other origins read it. */
const kept: ReadonlySet<string> = new Set([
  "age",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "cache-control",
  "etag",
  "last-modified",
  "link",
  "ratelimit",
  "ratelimit-policy",
  "vary",
  "x-content-type-options",
]);

/** Returns the headers of a response that its 304 keeps (RFC 9110, section 15.4.5). */
export function keptOnNotModified(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => kept.has(name)));
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
export function isFresh(
  { status, etag, modified }: Validated,
  request: IncomingHeaders,
  now: number,
): boolean {
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
export function isPreconditionFailed(
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
