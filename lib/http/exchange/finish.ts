import type { Caller, Quota } from "../../access/mod.ts";
import { ProblemError } from "../problems/problem.ts";
import { isFresh, isPreconditionFailed } from "../response/conditional.ts";
import { formOf } from "../response/content_codings.ts";
import type { ExchangeRequest, ResponseSurface, Route } from "./endpoint.ts";
import type { Outgoing } from "../request/incoming.ts";
import type { KeyEvent } from "../../access/mod.ts";
import type { PreparedResponse } from "./prepared_response.ts";
import { setRateLimitHeaders } from "../response/request_headers.ts";

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
  const whole = surface.hasEtags ? response.withEtag() : response;
  const { codings, headers: sent } = incoming;
  const audience = quota === undefined ? "open" : "counted";
  const plain = whole.form(audience, "only", surface.completeHeaders);
  const isCodable = isRead && codings !== undefined && surface.hasSecrets !== true;
  const coding = isCodable ? formOf(whole, plain.etag, codings, sent.get("if-none-match")) : "only";
  const form = coding === "only" ? plain : whole.form(audience, coding, surface.completeHeaders);
  const validated = {
    status: whole.status,
    modified: whole.modified,
    etag: form.etag,
  };
  if (isRead && form.etag !== undefined && isPreconditionFailed(validated, sent, now)) {
    if (whole.body instanceof ReadableStream) void whole.body.cancel();
    return finish(surface.toProblemResponse(preconditionFailed), request, authentication);
  }
  const isNotModified = isRead && isFresh(validated, sent, now);
  const headers = (isNotModified ? form.notModified() : form.headers).copy();
  // A date must not be later than the response (RFC 9110, section 8.8.2.1).
  if (whole.modified > now) {
    headers.set("last-modified", new Date(whole.modified - 1000).toUTCString());
  }
  surface.setHeadersForRequest?.(headers, incoming, route);
  if (quota !== undefined) setRateLimitHeaders(headers, quota, now);
  about.code = whole.code;
  about.keyId = caller?.credential.id;
  about.organizationSlug = caller?.credential.organizationSlug;
  const body = isNotModified || incoming.method === "HEAD" ? null : whole.body;
  const isCoded = !isNotModified && coding !== "identity" && coding !== "only";
  const coded = isCoded ? { coding, source: whole } : undefined;
  return { status: isNotModified ? 304 : whole.status, headers, body, coded, about };
}
