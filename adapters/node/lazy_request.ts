import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { platformRequest } from "../../lib/light_request.ts";
import { LazyHeaders } from "./lazy_headers.ts";
import { toBody } from "./to_body.ts";

/**
 * A request that creates Node's own `Request` only when something beyond method, URL, single headers and the stream of the body is read:
 * that costs more than all else of a request without a body, and a third of one with a body. Postern's own handlers get it, host code never does.
 */
export class LazyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: LazyHeaders;
  readonly incoming: IncomingMessage;
  #native: Request | undefined;
  /** The stream of the body, as long as it is not the native request's. */
  #body: ReadableStream<Uint8Array> | undefined;

  /** @param incoming its method and headers are taken unless `changed` names others */
  constructor(
    incoming: IncomingMessage,
    url: string,
    changed: { method?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    this.incoming = incoming;
    this.method = changed.method ?? incoming.method ?? "GET";
    this.url = url;
    this.headers = new LazyHeaders(incoming, changed.headers);
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.#body === undefined && this.#native !== undefined) return this.#native.body;
    return this.#hasBody ? (this.#body ??= toBody(this.incoming)) : null;
  }

  get bodyUsed(): boolean {
    return this.#body === undefined ? this.#native?.bodyUsed === true : isDisturbed(this.#body);
  }

  /** The whole request, as the platform knows it. */
  get native(): Request {
    return (this.#native ??= withUrl(this.#toNative(), this.url));
  }

  get #hasBody(): boolean {
    return this.method !== "GET" && this.method !== "HEAD";
  }

  #toNative(): Request {
    const { method, url } = this;
    const init = { method, headers: this.headers.native };
    if (!this.#hasBody) return new Request(url, init);
    const body = this.#body ?? toBody(this.incoming);
    if (body.locked || isDisturbed(body)) return spentRequest(url, init);
    this.#body = undefined;
    return new Request(url, withBody(init, body));
  }
}

/** Keeps the URL as it was sent where the platform would resolve a path that the API refuses. */
function withUrl(request: Request, url: string): Request {
  return request.url === url ? request : Object.defineProperty(request, "url", { value: url });
}

/** Node needs `duplex` for a body that streams; its types do not know it. */
function withBody(init: RequestInit, body: ReadableStream<Uint8Array>): RequestInit {
  return { ...init, body, duplex: "half" } as RequestInit;
}

/** A request whose body was read already: Node makes none of a stream that was. */
function spentRequest(url: string, init: RequestInit): Request {
  const request = new Request(url, withBody(init, new ReadableStream<Uint8Array>()));
  void request.body?.cancel();
  return request;
}

/** Whether a stream was read from or cancelled. Node's types know this of its own streams only. */
function isDisturbed(stream: ReadableStream<Uint8Array>): boolean {
  return Readable.isDisturbed(stream as unknown as Readable);
}

const passedOn = [
  "arrayBuffer",
  "blob",
  "bytes",
  "cache",
  "clone",
  "credentials",
  "destination",
  "formData",
  "integrity",
  "json",
  "keepalive",
  "mode",
  "redirect",
  "referrer",
  "referrerPolicy",
  "signal",
  "text",
] as const satisfies (keyof Request)[];

for (const name of passedOn) {
  Object.defineProperty(LazyRequest.prototype, name, {
    get(this: LazyRequest): unknown {
      const value: unknown = this.native[name];
      return typeof value === "function" ? (value.bind(this.native) as unknown) : value;
    },
  });
}
Object.defineProperty(LazyRequest.prototype, platformRequest, {
  get(this: LazyRequest): Request {
    return this.native;
  },
});
Object.setPrototypeOf(LazyRequest.prototype, Request.prototype);
