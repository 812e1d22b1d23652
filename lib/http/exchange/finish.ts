import type { Caller, KeyEvent, Quota } from "../../access/mod.ts";
import { ProblemError } from "../problems/problem.ts";
import { isFresh, isPreconditionFailed } from "../response/conditional.ts";
import type { ExchangeRequest, ResponseSurface, Route } from "./endpoint.ts";
import type { Outgoing } from "../request/incoming.ts";
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
  const form = response.form(quota === undefined ? "open" : "counted", surface);
  const validated = { status: response.status, modified: response.modified, etag: form.etag };
  if (isRead && form.etag !== undefined && isPreconditionFailed(validated, incoming.headers, now)) {
    if (response.body instanceof ReadableStream) void response.body.cancel();
    return finish(surface.toProblemResponse(preconditionFailed), request, authentication);
  }
  const isNotModified = isRead && isFresh(validated, incoming.headers, now);
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
  const body = isNotModified || incoming.method === "HEAD" ? null : response.body;
  return { status: isNotModified ? 304 : response.status, headers, body, about };
}

/** Placeholders for the headers of {@link setRateLimitHeaders}, for responses that are completed before the quota is known. */
export const emptyRateLimit: Readonly<Record<string, string>> = { "ratelimit-policy": "", ratelimit: "" };

/** Sets the headers that send the client its quota (IETF draft-ietf-httpapi-ratelimit-headers). */
function setRateLimitHeaders(headers: HeaderList, quota: Quota, now: number): void {
  const { limit, remaining, resetsAt, burst } = quota;
  const policy = `"daily";q=${limit};w=86400`;
  const left = `"daily";r=${remaining};t=${secondsUntil(resetsAt, now)}`;
  headers.set("ratelimit-policy", burst === undefined ? policy : `${policy}, "burst";q=${burst.limit};w=1`);
  headers.set("ratelimit", burst === undefined ? left : `${left}, "burst";r=${burst.remaining};t=1`);
}

/** Returns the whole seconds until a time, at least 1. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000));
}
