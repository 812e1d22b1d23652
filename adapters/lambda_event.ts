import { ProblemError, readTarget, splitTarget, targetRefusal, withUrl } from "../lib/http/mod.ts";

interface MultiValueEvent {
  httpMethod: string;
  path: string;
  multiValueQueryStringParameters?: Record<string, string[] | undefined> | null;
  queryStringParameters?: Record<string, string | undefined> | null;
  multiValueHeaders?: Record<string, string[] | undefined> | null;
  headers?: Record<string, string | undefined> | null;
  body?: string | null;
  isBase64Encoded?: boolean;
}

/** An event of an API Gateway REST API, or of an HTTP API with payload format 1.0. */
export interface LambdaEventV1 extends MultiValueEvent {
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

/**
 * An event of an Application Load Balancer. The target group's attribute `lambda.multi_value_headers.enabled` decides if headers and query
 * have one value or several. Names and values of the query are percent-encoded, as the client sent them.
 */
export interface LambdaEventAlb extends MultiValueEvent {
  requestContext: { elb: { targetGroupArn: string } };
}

export type LambdaEvent = LambdaEventV1 | LambdaEventV2 | LambdaEventAlb;

/** True for payload format 2.0. */
export function isV2(event: LambdaEvent): event is LambdaEventV2 {
  return "rawPath" in event;
}

/** True for an Application Load Balancer. */
export function isAlb(event: LambdaEvent): event is LambdaEventAlb {
  return "elb" in event.requestContext;
}

/**
 * Returns the client's address that the gateway reported. A load balancer reports it as the last address of `X-Forwarded-For`, because
 * the client can forge the others.
 */
export function addressOf(event: LambdaEvent, headers: Headers): string {
  if (isV2(event)) return event.requestContext.http.sourceIp ?? "";
  if (isAlb(event)) return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  return event.requestContext.identity?.sourceIp ?? "";
}

/**
 * Creates a `Request` from an event, and leaves the event unchanged. A path that the API refuses stays unresolved in `url`, so that the API
 * can refuse it.
 *
 * @throws {ProblemError} when the host is invalid
 * @throws {TypeError} when another header is invalid
 */
export function toRequest(event: LambdaEvent): Request {
  const method = isV2(event) ? event.requestContext.http.method : event.httpMethod;
  const headers = new Headers(headersOf(event));
  const host = headers.get("host") ?? (isAlb(event) ? null : (event.requestContext.domainName ?? null));
  const query = queryOf(event);
  const read = readTarget(`${escapePath(pathOf(event))}${query === "" ? "" : `?${query}`}`, host);
  if (read instanceof ProblemError) throw read;
  const { target, origin } = read;
  const url = origin.replace("http:", isPlain(event, headers) ? "http:" : "https:") + target;
  const hasBody = method !== "GET" && method !== "HEAD" && typeof event.body === "string";
  const request = new Request(url, hasBody ? { method, headers, body: bodyOf(event) } : { method, headers });
  // The constructor has resolved dot segments.
  return targetRefusal(splitTarget(target).path) === undefined ? request : withUrl(request, url);
}

/** True if the client uses plain HTTP, which only load balancers accept. */
function isPlain(event: LambdaEvent, headers: Headers): boolean {
  return isAlb(event) && headers.get("x-forwarded-proto") === "http";
}

/** Returns the path that the client sent, with the stage name that REST APIs leave out of `path`. */
function pathOf(event: LambdaEvent): string {
  if (isV2(event)) return event.rawPath;
  return isAlb(event) ? event.path : (event.requestContext.path ?? event.path);
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
  // A load balancer leaves the query encoded.
  if (isAlb(event)) return pairs.map((pair) => pair.join("=").replaceAll("#", "%23")).join("&");
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

/** @throws {TypeError} when an event is of a service that sends no HTTP requests, or sends them in another form */
export function requireKnown(event: LambdaEvent): void {
  const { rawPath, httpMethod, requestContext } = event as Partial<LambdaEventV1 & LambdaEventV2>;
  const hasContext = typeof requestContext === "object";
  if (hasContext && (typeof rawPath === "string" || typeof httpMethod === "string")) return;
  throw new TypeError(
    "Cannot handle the event: it is not of API Gateway, a function URL or an Application Load Balancer",
  );
}
