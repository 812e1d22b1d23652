import { type IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { AdapterRequestContext } from "@hattip/core";
import {
  type AcceptedCodings,
  ignoreWork,
  type Outgoing,
  ProblemError,
  type Incoming,
  type IncomingHeaders,
  invalidHost,
  invalidTarget,
  readTarget,
  type RequestTarget,
  splitTarget,
  targetOf,
  targetRefusal,
  twoHosts,
  withUrl,
} from "../../lib/http/mod.ts";
import { toBody } from "./to_body.ts";

/** A request to a Node server, and its response. The platform's `Request` is created when host code reads it. */
export class NodeIncoming implements Incoming {
  readonly message: IncomingMessage;
  readonly method: string;
  readonly target: string;
  readonly headers: NodeHeaders;
  readonly address: string;
  readonly codings: AcceptedCodings | undefined;
  isPassedOn = false;
  readonly #origin: string;
  #body: ReadableStream<Uint8Array> | undefined;
  #request: Request | undefined;
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;

  /** @param codings codings that the sender of the response applies. Default: none */
  constructor(
    message: IncomingMessage,
    response: ServerResponse,
    { target, origin, host }: NodeTarget,
    codings?: AcceptedCodings,
  ) {
    this.message = message;
    this.#response = response;
    this.method = message.method ?? "GET";
    this.target = target;
    this.headers = new NodeHeaders(message, host);
    this.address = message.socket.remoteAddress ?? "";
    this.codings = codings;
    this.#origin = origin;
  }

  get url(): string {
    return this.#origin + this.target;
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.method === "GET" || this.method === "HEAD") return null;
    return (this.#body ??= toBody(this.message));
  }

  get signal(): AbortSignal {
    return (this.#signal ??= signalOf(this.#response));
  }

  get request(): Request {
    return (this.#request ??= withUrl(this.#toRequest(), this.url));
  }

  passOn(): boolean {
    this.isPassedOn = true;
    return false;
  }

  /** Creates the context for a host's handler, with the platform's own `Request`. */
  toContext(): AdapterRequestContext {
    return {
      request: this.request,
      ip: this.address,
      platform: { name: "node", request: this.message, response: this.#response },
      env: (name) => process.env[name],
      waitUntil: ignoreWork,
      passThrough: () => void this.passOn(),
    };
  }

  /** Sends the response of a host's handler, or Postern's own header lines and bytes without changes. */
  async send(outgoing: Outgoing | Response): Promise<void> {
    const response = this.#response;
    const { status, body } = outgoing;
    if ("about" in outgoing) {
      const { headers } = outgoing;
      // A `writeHead` that a host's middleware has replaced may accept headers only as an object.
      const isNative = response.writeHead === ServerResponse.prototype.writeHead;
      response.writeHead(status, isNative ? headers.lines : headers.toRecord());
    } else {
      response.statusCode = status;
      for (const [name, value] of outgoing.headers) response.appendHeader(name, value);
    }
    if (body === null) response.end();
    else if (body instanceof Uint8Array)
      response.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    else await writeStream(body, response, lengthOf(outgoing.headers));
  }

  #toRequest(): Request {
    const init = { method: this.method, headers: this.headers.toNative(), signal: this.signal };
    const { body } = this;
    if (body === null) return new Request(this.url, init);
    if (body.locked || isDisturbed(body)) return spentRequest(this.url, init);
    return new Request(this.url, withBody(init, body));
  }
}

/** A stream has another length than its response has announced. */
class BodyLengthError extends Error {
  override name = "BodyLengthError";

  constructor(read: number, length: number) {
    super(`Cannot send the response: its body has ${read} bytes, and its content-length is ${length}`);
  }
}

/**
 * Writes a stream. A client that disconnects during the response is not a server error. A stream of another length cuts the response off.
 * Otherwise its client would wait for the missing bytes, or take the rest for the next response.
 *
 * @throws {BodyLengthError} if the stream has another length
 */
async function writeStream(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
  length: number | undefined,
): Promise<void> {
  const readable = Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
  const sending =
    length === undefined
      ? pipeline(readable, response)
      : pipeline(readable, (source: AsyncIterable<Uint8Array>) => exactly(source, length), response);
  await sending.catch((error: unknown) => {
    if (error instanceof BodyLengthError) throw error;
  });
}

async function* exactly(source: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of source) {
    read += chunk.length;
    if (read > length) throw new BodyLengthError(read, length);
    yield chunk;
  }
  if (read < length) throw new BodyLengthError(read, length);
}

function lengthOf(headers: { get(name: string): string | null | undefined }): number | undefined {
  const length = headers.get("content-length");
  return typeof length === "string" ? Number(length) : undefined;
}

/** Returns a signal that aborts when the connection closes before the response has been sent. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const close = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) close();
  else response.once("close", close);
  return controller.signal;
}

/** Adds `duplex`, which Node requires for a streamed body and its types do not declare. */
function withBody(init: RequestInit, body: ReadableStream<Uint8Array>): RequestInit {
  return { ...init, body, duplex: "half" } as RequestInit;
}

/** Creates a request whose body was already read. Node refuses to create a request from a used stream. */
function spentRequest(url: string, init: RequestInit): Request {
  const request = new Request(url, withBody(init, new ReadableStream<Uint8Array>()));
  void request.body?.cancel();
  return request;
}

/** True if a stream was read or cancelled. Node's types accept only Node streams here. */
function isDisturbed(stream: ReadableStream<Uint8Array>): boolean {
  return Readable.isDisturbed(stream as unknown as Readable);
}

/** The headers of a Node message, read from the message without a copy. */
export class NodeHeaders implements IncomingHeaders {
  readonly #message: IncomingMessage;
  readonly #host: string | undefined;

  /** @param host replaces the `Host` header with the host of a target in absolute form (RFC 9112, section 3.2.2) */
  constructor(message: IncomingMessage, host: string | undefined) {
    this.#message = message;
    this.#host = host;
  }

  /** @param name in lower case */
  get(name: string): string | null {
    if (name === "host" && this.#host !== undefined) return this.#host;
    const value = this.#message.headers[name];
    if (value === undefined) return null;
    if (typeof value === "string" && !takenOnce.has(name)) return value;
    return this.#message.headersDistinct[name]?.join(", ") ?? null;
  }

  has(name: string): boolean {
    return this.#message.headers[name] !== undefined;
  }

  /** Returns all headers as they were sent. Node's own object hides repeated headers. */
  toNative(): Headers {
    const { rawHeaders } = this.#message;
    const headers = new Headers();
    for (let index = 0; index < rawHeaders.length; index += 2) {
      headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
    }
    if (this.#host !== undefined) headers.set("host", this.#host);
    return headers;
  }
}

/** Headers of which Node keeps the first value, or joins the values differently: https://nodejs.org/api/http.html#messageheaders */
const takenOnce: ReadonlySet<string> = new Set([
  "age",
  "authorization",
  "content-length",
  "content-type",
  "cookie",
  "etag",
  "expires",
  "from",
  "host",
  "if-modified-since",
  "if-unmodified-since",
  "last-modified",
  "location",
  "max-forwards",
  "proxy-authorization",
  "referer",
  "retry-after",
  "server",
  "user-agent",
]);

/** The target of a request. A path in a refused form is kept as it was sent, and other paths are in normalized form. */
interface NodeTarget extends RequestTarget {
  /** The host of a target in absolute form. Undefined if the `Host` header applies. */
  host: string | undefined;
}

/**
 * Returns the target of a request (RFC 9112, section 3.2), or the reason to refuse it.
 *
 * @param url the request target, if the host's framework has changed `message.url`
 */
export function readNodeTarget(
  message: IncomingMessage,
  url: string = message.url ?? "/",
): NodeTarget | ProblemError {
  const { headers, rawHeaders, httpVersion } = message;
  if (hasTwoHosts(rawHeaders)) return twoHosts;
  const { host = null } = headers;
  if (host === null && httpVersion === "1.1") return invalidHost;
  const read = readTarget(url, host);
  if (read instanceof ProblemError) return read;
  if (url.includes("#")) return invalidTarget;
  const { origin, target } = read;
  return {
    target: plainTarget.test(target) && !dotSegment.test(target) ? target : normalized(origin, target),
    origin,
    host: url.startsWith("/") ? undefined : new URL(origin).host,
  };
}

/** Returns the target of a probe with an invalid `Host`, which some load balancers send. Undefined for every other request. */
export function readProbeTarget(
  { url = "/", rawHeaders }: IncomingMessage,
  isProbe: (target: string) => boolean = () => false,
): NodeTarget | undefined {
  const target = targetOf(url);
  if (!isProbe(target) || hasTwoHosts(rawHeaders)) return undefined;
  return { target, origin: "http://localhost", host: undefined };
}

/** Characters that the URL parser keeps, outside of dot segments. */
const plainTarget = /^[\w~%?=&+,:;@!$()*./-]*$/;
const dotSegment = /\/(?:\.|%2e)/i;

/** Percent-encodes the characters of an allowed path as the URL parser does. Keeps a refused path, which the parser would resolve. */
function normalized(origin: string, target: string): string {
  if (targetRefusal(splitTarget(target).path) !== undefined) return target;
  const { pathname, search } = new URL(origin + target);
  return pathname + search;
}

/**
 * Returns true if a request has more than one `Host` header line (RFC 9112, section 3.2). Node keeps the first and hides the others.
 *
 * @param rawHeaders alternating names and values, as in `node:http`
 */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let isFound = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== 4 || (name !== "Host" && name.toLowerCase() !== "host")) continue;
    if (isFound) return true;
    isFound = true;
  }
  return false;
}
