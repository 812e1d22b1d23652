import type { IncomingMessage } from "node:http";

/** The headers of a request, read where they are; Node's own `Headers` are made only when more is asked than one by name. */
export class LazyHeaders {
  readonly #incoming: IncomingMessage;
  #native: Headers | undefined;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  /** One header; several of the same name joined by a comma, as the Fetch standard says. */
  get(name: string): string | null {
    const value = this.#incoming.headersDistinct[name.toLowerCase()];
    return value === undefined ? null : value.join(", ");
  }

  has(name: string): boolean {
    return this.#incoming.headersDistinct[name.toLowerCase()] !== undefined;
  }

  /** All headers, as the platform knows them. */
  get native(): Headers {
    return (this.#native ??= toHeaders(this.#incoming.rawHeaders));
  }
}

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
function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index] ?? "", raw[index + 1] ?? "");
  return headers;
}
