import type { IncomingMessage } from "node:http";
import { LazyHeaders } from "./lazy_headers.ts";
import { toBody } from "./to_body.ts";

/**
 * A request that makes Node's own `Request` only when something beyond method, address and single headers is asked of
 * it: that costs more than all else of a request without a body.
 */
export class LazyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: LazyHeaders;
  readonly incoming: IncomingMessage;
  #native: Request | undefined;

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

  /** The whole request, as the platform knows it. */
  get native(): Request {
    return (this.#native ??= this.#toNative());
  }

  #toNative(): Request {
    const { method, url } = this;
    const init = { method, headers: this.headers.native };
    if (method === "GET" || method === "HEAD") return new Request(url, init);
    // Node needs `duplex` for a body that streams; its types do not know it.
    return new Request(url, { ...init, body: toBody(this.incoming), duplex: "half" } as RequestInit);
  }
}

const passedOn = [
  "arrayBuffer",
  "blob",
  "body",
  "bodyUsed",
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
Object.setPrototypeOf(LazyRequest.prototype, Request.prototype);
