import type { IncomingMessage } from "node:http";

/** The headers of a request, read where they are; Node's own `Headers` are made only when more is asked than one by name. */
export class LazyHeaders {
  readonly #incoming: IncomingMessage;
  readonly #replaced: Readonly<Record<string, string>> | undefined;
  #native: Headers | undefined;

  /** @param replaced values that take the place of what was sent; names in lower case */
  constructor(incoming: IncomingMessage, replaced?: Readonly<Record<string, string>>) {
    this.#incoming = incoming;
    this.#replaced = replaced;
  }

  /** One header; several of the same name joined by a comma, as the Fetch standard says. */
  get(name: string): string | null {
    const lowercase = name.toLowerCase();
    const replaced = this.#replaced?.[lowercase];
    if (replaced !== undefined) return replaced;
    const value = this.#incoming.headers[lowercase];
    if (value === undefined) return null;
    if (typeof value === "string" && !takenOnce.has(lowercase)) return value;
    return this.#incoming.headersDistinct[lowercase]?.join(", ") ?? null;
  }

  has(name: string): boolean {
    return this.#incoming.headers[name.toLowerCase()] !== undefined;
  }

  /** All headers, as the platform knows them. */
  get native(): Headers {
    return (this.#native ??= toHeaders(this.#incoming.rawHeaders, this.#replaced));
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

const passedOn = ["entries", "forEach", "getSetCookie", "keys", "values", Symbol.iterator] as const;

for (const name of passedOn) {
  Object.defineProperty(LazyHeaders.prototype, name, {
    get(this: LazyHeaders): unknown {
      return (this.native[name] as (...args: unknown[]) => unknown).bind(this.native);
    },
  });
}
Object.setPrototypeOf(LazyHeaders.prototype, Headers.prototype);

/** Every header as it was sent: Node's own object hides that one came twice. */
function toHeaders(raw: readonly string[], replaced: Readonly<Record<string, string>> = {}): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index] ?? "", raw[index + 1] ?? "");
  for (const [name, value] of Object.entries(replaced)) headers.set(name, value);
  return headers;
}
