import { sha256 } from "../access/mod.ts";
import type { Answer } from "./answer.ts";
import { readEntityTags } from "./entity_tags.ts";

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
]);

/** Gives an answer a strong ETag that changes exactly when its bytes do, unless it has one. */
export function withEtag(answer: Answer): Answer {
  const { body, headers, status } = answer;
  if (!(body instanceof Uint8Array) || status !== 200 || "etag" in headers) return answer;
  return { ...answer, headers: { etag: toEtag(sha256(body)), ...headers } };
}

/** A strong ETag by the SHA-256 of an answer's bytes. */
export function toEtag(digest: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...digest.slice(0, 18)));
  return `"${base64.replaceAll("+", "-").replaceAll("/", "_")}"`;
}

/** The 304 in place of an answer (RFC 9110, section 15.4.5). */
export function toNotModified({ headers }: Answer): Answer {
  const entries = Object.entries(headers).filter(([name]) => kept.has(name));
  return { status: 304, headers: Object.fromEntries(entries), body: null };
}

/**
 * Returns true when the client holds the current response (RFC 9110, section 13). `If-None-Match` takes precedence over `If-Modified-Since`.
 * A date counts only where it changes with every change, and once it is older than the second of the response: until then
 * the post can change again without another date (RFC 9110, section 8.8.2.2).
 */
export function isFresh(
  { status, headers, isDated = false }: Answer,
  request: Headers,
  now: number,
): boolean {
  if (status !== 200) return false;
  const etags = request.get("if-none-match");
  if (etags !== null) return matches(etags, headers["etag"]);
  const since = isDated ? request.get("if-modified-since") : null;
  if (since === null) return false;
  const modified = Date.parse(headers["last-modified"] ?? "");
  return modified + 1000 <= now && modified <= Date.parse(since);
}

/**
 * Returns true when the client asks for another version than the current one (RFC 9110, section 13). `If-Match` takes precedence over
 * `If-Unmodified-Since`, and both over the headers of {@link isFresh}. Only a response with status 200 has a version.
 */
export function isPreconditionFailed(
  { status, headers, isDated = false }: Answer,
  request: Headers,
): boolean {
  if (status !== 200) return false;
  const etags = request.get("if-match");
  if (etags !== null) return !matchesStrongly(etags, headers["etag"]);
  const since = isDated ? request.get("if-unmodified-since") : null;
  return since !== null && Date.parse(headers["last-modified"] ?? "") > Date.parse(since);
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
