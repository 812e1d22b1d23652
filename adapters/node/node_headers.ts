import type { IncomingMessage } from "node:http";
import type { IncomingHeaders } from "../../lib/http/mod.ts";

/** The headers of a Node message, read where they are. */
export class NodeHeaders implements IncomingHeaders {
  readonly #message: IncomingMessage;
  readonly #host: string | undefined;

  /** @param host replaces the `Host` header: that of a target in absolute form (RFC 9112, section 3.2.2) */
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

  /** All headers as they were sent: Node's own object hides that one came twice. */
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

/** Headers of which Node keeps the first, or joins them otherwise: https://nodejs.org/api/http.html#messageheaders */
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
