import type { ProblemCode, ProblemError } from "../problems/problem.ts";
import { toEtag } from "../http/etag.ts";
import { HeaderList } from "../http/header_list.ts";
import { keptOnNotModified } from "../http/conditional.ts";
import { sha256 } from "../access/mod.ts";

/** Parts of a {@link PreparedResponse}. */
export interface ResponseParts {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Bytes, or a stream that is read once. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  /** Whether `last-modified` changes with every change of the response, so that a date is enough to compare. Default: false. */
  isDated?: boolean;
  /** The code of a problem detail. */
  code?: ProblemCode | undefined;
}

/** The callers a response is for: `counted` ones with a key, whose quota is sent, or everyone (`open`). */
export type Audience = "counted" | "open";

/** Adds the headers that all responses of a surface to an audience have. */
export type CompleteHeaders = (
  headers: Record<string, string>,
  status: number,
  audience: Audience,
) => Record<string, string>;

/** A response to one audience with its constant headers, and the 304 in its place. */
export interface ResponseForm {
  headers: HeaderList;
  /** Their `etag`. */
  etag: string | undefined;
  notModified: () => HeaderList;
}

/** A response that does not change. It remembers what is sent for it, so a cached response is completed once. */
export class PreparedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ResponseParts["body"];
  readonly isDated: boolean;
  readonly code: ProblemCode | undefined;
  /** The time of `Last-Modified` in milliseconds since the epoch; NaN without one. */
  readonly modified: number;
  readonly #forms: { [One in Audience]?: ResponseForm } = {};

  constructor({ status, headers, body, isDated = false, code }: ResponseParts) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.isDated = isDated;
    this.code = code;
    const date = headers["last-modified"];
    this.modified = date === undefined ? Number.NaN : Date.parse(date);
  }

  /** The same response with other parts. */
  with(parts: Partial<ResponseParts>): PreparedResponse {
    const { status, headers, body, isDated, code } = this;
    return new PreparedResponse({ status, headers, body, isDated, code, ...parts });
  }

  /** The same response with more headers, or other values of these. */
  withHeaders(headers: Readonly<Record<string, string>>): PreparedResponse {
    return this.with({ headers: { ...this.headers, ...headers } });
  }

  /** The same response with a strong ETag of its bytes, unless it has one or is no 200. */
  withEtag(): PreparedResponse {
    const { body, headers, status } = this;
    if (!(body instanceof Uint8Array) || status !== 200 || "etag" in headers) return this;
    return this.with({ headers: { etag: toEtag(sha256(body)), ...headers } });
  }

  /** The response as an audience gets it. A response belongs to one surface, so its headers are completed once. */
  form(audience: Audience, complete: CompleteHeaders): ResponseForm {
    return (this.#forms[audience] ??= this.#toForm(audience, complete));
  }

  #toForm(audience: Audience, complete: CompleteHeaders): ResponseForm {
    const headers = complete({ ...this.headers }, this.status, audience);
    let notModified: HeaderList | undefined;
    return {
      headers: HeaderList.of(headers),
      etag: headers["etag"],
      notModified: () => (notModified ??= HeaderList.of(keptOnNotModified(headers))),
    };
  }
}

const encoder = new TextEncoder();

/** A response in any text; its headers say which. */
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

/** A response in JSON. */
export function jsonResponse(
  value: object,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): PreparedResponse {
  return textResponse(status, JSON.stringify(value), { "content-type": "application/json", ...headers });
}

/** A response without a body. */
export function emptyResponse(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): PreparedResponse {
  return new PreparedResponse({ status, headers, body: null });
}

/** A problem detail (RFC 9457), described under the base path of the API. */
export function problemResponse(problem: ProblemError, basePath: string): PreparedResponse {
  const headers = { "content-type": "application/problem+json", ...problem.headers };
  const detail = JSON.stringify(problem.toDetail(basePath));
  return textResponse(problem.status, detail, headers).with({ code: problem.code });
}

/**
 * The `Last-Modified` of a change (RFC 9110, section 8.8.2). It is rounded up to the second, so that a client that read within that second,
 * before the change, has an older date.
 */
export function lastModifiedHeader(time: number | undefined): Record<string, string> {
  return time === undefined ? {} : { "last-modified": new Date(Math.ceil(time / 1000) * 1000).toUTCString() };
}
