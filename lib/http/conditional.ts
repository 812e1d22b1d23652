import { readEntityTags } from "./entity_tags.ts";
import type { IncomingHeaders } from "./incoming.ts";

/** Headers that a 304 has, too (RFC 9110, section 15.4.5), and those by which pages of other origins may read it. */
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

/** The headers of a response that its 304 has, too (RFC 9110, section 15.4.5). */
export function keptOnNotModified(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => kept.has(name)));
}

/** A response as conditional requests compare it. */
interface Validated {
  status: number;
  etag: string | undefined;
  /** Whether `Last-Modified` changes with every change of the response. */
  isDated: boolean;
  /** The time of `Last-Modified` in milliseconds since the epoch; NaN without one. */
  modified: number;
}

/**
 * Returns true when the client holds the current response (RFC 9110, section 13). `If-None-Match` takes precedence over `If-Modified-Since`.
 * A date counts only where it changes with every change, and once it is older than the second of the response: until then
 * the post can change again without another date (RFC 9110, section 8.8.2.2).
 */
export function isFresh(
  { status, etag, isDated, modified }: Validated,
  request: IncomingHeaders,
  now: number,
): boolean {
  if (status !== 200) return false;
  const etags = request.get("if-none-match");
  if (etags !== null) return matches(etags, etag);
  const since = isDated ? request.get("if-modified-since") : null;
  return since !== null && modified + 1000 <= now && modified <= Date.parse(since);
}

/**
 * Returns true when the client asks for another version than the current one (RFC 9110, section 13). `If-Match` takes precedence over
 * `If-Unmodified-Since`, and both over the headers of {@link isFresh}. Only a response with status 200 has a version.
 */
export function isPreconditionFailed(
  { status, etag, isDated, modified }: Validated,
  request: IncomingHeaders,
): boolean {
  if (status !== 200) return false;
  const etags = request.get("if-match");
  if (etags !== null) return !matchesStrongly(etags, etag);
  const since = isDated ? request.get("if-unmodified-since") : null;
  return since !== null && modified > Date.parse(since);
}

/** Whether a list of ETags has this one, by strong comparison (RFC 9110, section 8.8.3.2): a weak ETag matches none. */
function matchesStrongly(list: string, etag: string | undefined): boolean {
  const tags = readEntityTags(list);
  return tags === "*" || (etag !== undefined && tags.some((tag) => tag?.value === etag && !tag.isWeak));
}

/** Whether a list of ETags has this one, by weak comparison (RFC 9110, section 8.8.3.2). */
function matches(list: string, etag: string | undefined): boolean {
  if (etag === undefined) return false;
  // Nearly always it is the one that was sent before, and nothing else.
  if (list === etag) return true;
  const tags = readEntityTags(list);
  return tags === "*" || tags.some((tag) => tag?.value === etag);
}
