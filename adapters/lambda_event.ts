import { splitTarget, targetOf, targetRefusal } from "../lib/http/mod.ts";

/** An event of an API Gateway REST API, or of an HTTP API with payload format 1.0. */
export interface LambdaEventV1 {
  httpMethod: string;
  path: string;
  multiValueQueryStringParameters?: Record<string, string[] | undefined> | null;
  queryStringParameters?: Record<string, string | undefined> | null;
  multiValueHeaders?: Record<string, string[] | undefined> | null;
  headers?: Record<string, string | undefined> | null;
  body?: string | null;
  isBase64Encoded?: boolean;
  requestContext: { path?: string; domainName?: string; identity?: { sourceIp?: string } };
}

/** An event of an API Gateway HTTP API with payload format 2.0, or of a function URL. */
export interface LambdaEventV2 {
  version: string;
  rawPath: string;
  rawQueryString?: string;
  cookies?: string[];
  headers?: Record<string, string | undefined>;
  body?: string | null;
  isBase64Encoded?: boolean;
  requestContext: { domainName?: string; http: { method: string; sourceIp?: string } };
}

export type LambdaEvent = LambdaEventV1 | LambdaEventV2;

/** True for payload format 2.0, false for 1.0. */
export function isV2(event: LambdaEvent): event is LambdaEventV2 {
  return "rawPath" in event;
}

/** Returns the client's address that the gateway reported. */
export function addressOf({ requestContext }: LambdaEvent): string {
  const facts = "http" in requestContext ? requestContext.http : requestContext.identity;
  return facts?.sourceIp ?? "";
}

/**
 * Creates a `Request` from an event, and leaves the event unchanged. A path that the API refuses stays unresolved in `url`, so that the API
 * can refuse it.
 *
 * @throws {TypeError} when the URL or a header is invalid
 */
export function toRequest(event: LambdaEvent): Request {
  const method = isV2(event) ? event.requestContext.http.method : event.httpMethod;
  const headers = new Headers(headersOf(event));
  const host = headers.get("host") ?? event.requestContext.domainName ?? "localhost";
  const query = queryOf(event);
  const url = `https://${host}${escapePath(pathOf(event))}${query === "" ? "" : `?${query}`}`;
  const hasBody = method !== "GET" && method !== "HEAD" && typeof event.body === "string";
  const request = new Request(url, hasBody ? { method, headers, body: bodyOf(event) } : { method, headers });
  // The constructor has resolved dot segments.
  if (targetRefusal(splitTarget(targetOf(url)).path) !== undefined)
    Object.defineProperty(request, "url", { value: url });
  return request;
}

/** Returns the path that the client sent, with the stage name that REST APIs leave out of `path`. */
function pathOf(event: LambdaEvent): string {
  return isV2(event) ? event.rawPath : (event.requestContext.path ?? event.path);
}

/**
 * Percent-encodes the characters that a path cannot contain, because HTTP APIs decode the path. Escapes that REST APIs and function URLs send
 * stay unchanged. Without this, a URL parser would end the path at `?` and `#`, and drop control characters.
 */
function escapePath(path: string): string {
  return path.replace(/[^\x21-\x7e]|[?#\\]|%(?![\da-f]{2})/giu, encodeURIComponent);
}

function queryOf(event: LambdaEvent): string {
  if (isV2(event)) return event.rawQueryString ?? "";
  const { multiValueQueryStringParameters, queryStringParameters } = event;
  const pairs = pairsOf(multiValueQueryStringParameters ?? queryStringParameters ?? {});
  return new URLSearchParams(pairs).toString();
}

function headersOf(event: LambdaEvent): [string, string][] {
  if (!isV2(event)) return pairsOf(event.multiValueHeaders ?? event.headers ?? {});
  const cookies = event.cookies === undefined ? {} : { cookie: event.cookies.join("; ") };
  return pairsOf({ ...event.headers, ...cookies });
}

function pairsOf(fields: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(fields).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
}

function bodyOf({ body, isBase64Encoded = false }: LambdaEvent): string | Uint8Array<ArrayBuffer> {
  const text = body ?? "";
  return isBase64Encoded ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : text;
}
