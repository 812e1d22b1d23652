import type { ProblemCode, ProblemError } from "../problems/problem.ts";
import { type CodedForm, codedHeaders } from "../response/content_codings.ts";
import { toEtag } from "../response/entity_tags.ts";
import { HeaderList } from "../response/header_list.ts";
import { sha256 } from "../../access/mod.ts";
import { toJson } from "../../base/text/well_formed.ts";

/** Parts of a {@link PreparedResponse}. */
export interface ResponseParts {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Bytes, or a stream that is read once. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  /** The code of a problem detail. */
  code?: ProblemCode | undefined;
}

/** The callers of a response: `counted` callers have a key and receive their quota; `open` is everyone else. */
export type Audience = "counted" | "open";

/** Adds the headers that are common to all responses of a surface to an audience. */
type CompleteHeaders = (
  headers: Record<string, string>,
  status: number,
  audience: Audience,
) => Record<string, string>;

/** The rules of a surface for the headers of its responses. */
export interface FormedSurface {
  /** True if responses get an ETag of their bytes. */
  hasEtags: boolean;
  completeHeaders: CompleteHeaders;
}

/** The constant headers of a response to one audience in one coding, and those of its 304. */
export interface ResponseForm {
  headers: HeaderList;
  /** Value of the `etag` header. */
  etag: string | undefined;
  notModified: () => HeaderList;
}

/** An immutable response. It caches its completed headers, so a cached response is completed once. */
export class PreparedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ResponseParts["body"];
  readonly code: ProblemCode | undefined;
  /** Time of `Last-Modified` in milliseconds since the epoch, or NaN without the header. */
  readonly modified: number;
  readonly #forms: { [One in Audience]?: { [One in CodedForm]?: ResponseForm } } = {};
  /** The response's own headers with an ETag of its bytes, which are hashed once. */
  #ownWithEtag: ResponseParts["headers"] | undefined;

  constructor({ status, headers, body, code }: ResponseParts) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.code = code;
    const date = headers["last-modified"];
    this.modified = date === undefined ? Number.NaN : Date.parse(date);
  }

  /** Returns a copy of the response with some parts replaced. */
  with(parts: Partial<ResponseParts>): PreparedResponse {
    const { status, headers, body, code } = this;
    return new PreparedResponse({ status, headers, body, code, ...parts });
  }

  /** Returns a copy of the response with these headers added or replaced. */
  withHeaders(headers: Readonly<Record<string, string>>): PreparedResponse {
    return this.with({ headers: { ...this.headers, ...headers } });
  }

  /** Returns the response with a strong ETag of its bytes, if it has status 200 and no ETag yet. */
  withEtag(): PreparedResponse {
    const { body, headers, status } = this;
    if (!(body instanceof Uint8Array) || status !== 200 || "etag" in headers) return this;
    return this.with({ headers: { etag: toEtag(sha256(body)), ...headers } });
  }

  /** Returns the form of the response for an audience in a coding. A response belongs to one surface, so each form is completed once. */
  form(audience: Audience, coding: CodedForm, surface: FormedSurface): ResponseForm {
    const forms = (this.#forms[audience] ??= {});
    return (forms[coding] ??= this.#toForm(audience, coding, surface));
  }

  #toForm(audience: Audience, coding: CodedForm, { hasEtags, completeHeaders }: FormedSurface): ResponseForm {
    const own = hasEtags ? (this.#ownWithEtag ??= this.withEtag().headers) : this.headers;
    const headers = codedHeaders(completeHeaders({ ...own }, this.status, audience), coding);
    let notModified: HeaderList | undefined;
    return {
      headers: HeaderList.of(headers),
      etag: headers["etag"],
      notModified: () => (notModified ??= HeaderList.of(keptOnNotModified(headers))),
    };
  }
}

/** Headers that a 304 keeps (RFC 9110, section 15.4.5), including those that let pages of other origins read it. */
const keptHeaders: ReadonlySet<string> = new Set([
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
function keptOnNotModified(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => keptHeaders.has(name)));
}

const encoder = new TextEncoder();

/** Creates a text response. `headers` must contain its content type. */
export function textResponse(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): PreparedResponse {
  const body = encoder.encode(text);
  return new PreparedResponse({
    status,
    headers: { "content-length": String(body.length), ...headers },
    body,
  });
}

/** Creates a JSON response. */
export function jsonResponse(
  value: object,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): PreparedResponse {
  return textResponse(status, toJson(value), { "content-type": "application/json", ...headers });
}

/** Status for logs of a request whose client is gone. Nobody receives it. */
export const clientGone = 499;

/** Creates a response without a body. */
export function emptyResponse(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): PreparedResponse {
  return new PreparedResponse({ status, headers, body: null });
}

/** Creates a problem detail (RFC 9457). Its `type` is a page under the base path of the API. */
export function problemResponse(problem: ProblemError, basePath: string): PreparedResponse {
  const headers = { "content-type": "application/problem+json", ...problem.headers };
  const detail = toJson(problem.toDetail(basePath));
  return textResponse(problem.status, detail, headers).with({ code: problem.code });
}

/**
 * Returns the `Last-Modified` header of a change (RFC 9110, section 8.8.2). The time is rounded up to the second. A client that read earlier in
 * that second therefore has an older date.
 */
export function lastModifiedHeader(time: number | undefined): Record<string, string> {
  return time === undefined ? {} : { "last-modified": new Date(Math.ceil(time / 1000) * 1000).toUTCString() };
}
