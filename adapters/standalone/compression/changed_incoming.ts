import type { Incoming, IncomingHeaders } from "../../../lib/http/mod.ts";

/** Changes to a request. */
interface Changes {
  method?: string;
  /** Headers with names in lower case. */
  headers?: Readonly<Record<string, string>>;
}

/** A request with a different method or different headers. */
export class ChangedIncoming implements Incoming {
  readonly method: string;
  readonly headers: IncomingHeaders;
  readonly #incoming: Incoming;

  constructor(incoming: Incoming, { method = incoming.method, headers = {} }: Changes) {
    this.#incoming = incoming;
    this.method = method;
    this.headers = {
      get: (name) => headers[name] ?? incoming.headers.get(name),
      has: (name) => name in headers || incoming.headers.has(name),
    };
  }

  get target(): string {
    return this.#incoming.target;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#incoming.body;
  }

  get url(): string {
    return this.#incoming.url;
  }

  get address(): string {
    return this.#incoming.address;
  }

  get request(): Request {
    return this.#incoming.request;
  }

  get signal(): AbortSignal {
    return this.#incoming.signal;
  }

  passOn(): boolean {
    return this.#incoming.passOn();
  }
}
