import type { AdapterRequestContext } from "@hattip/core";
import { type ComposableHandler, isInChain } from "./composable_handler.ts";
import type { HandleIncoming, Incoming, IncomingHeaders, Outgoing } from "../request/incoming.ts";
import { requestTarget, withUrl } from "../request/read_target.ts";
import { ProblemError } from "../problems/problem.ts";

/** Property of a HatTip handler that holds its {@link HandleIncoming}, for adapters that do not need a `Request`. */
const handleIncoming: unique symbol = Symbol.for("postern.handleIncoming");

/** Creates a HatTip handler. It keeps `handle` as a property, for the adapters of Postern. */
export function toComposableHandler(handle: HandleIncoming): ComposableHandler {
  const handler = async (context: AdapterRequestContext): Promise<Response | undefined> => {
    const outgoing = await handle(new ContextIncoming(context));
    return outgoing && toResponse(outgoing);
  };
  return Object.assign(handler as ComposableHandler, { [handleIncoming]: handle });
}

/** Returns the function inside a HatTip handler of Postern, or undefined for a handler of the host. */
export function incomingHandlerOf(handler: unknown): HandleIncoming | undefined {
  return (handler as { readonly [handleIncoming]?: HandleIncoming })[handleIncoming];
}

function toResponse({ status, headers, body }: Outgoing): Response {
  return new Response(body, { status, headers: headers.toRecord() });
}

/** The request of a HatTip context. */
class ContextIncoming implements Incoming {
  readonly target: string;
  readonly url: string;
  readonly refusal: ProblemError | undefined;
  readonly #context: AdapterRequestContext;

  constructor(context: AdapterRequestContext) {
    const { request } = context;
    const read = requestTarget(request);
    const isRefused = read instanceof ProblemError;
    this.#context = context;
    this.target = isRefused ? "" : read.target;
    this.url = isRefused ? request.url : read.origin + read.target;
    this.refusal = isRefused ? read : undefined;
  }

  get request(): Request {
    return withUrl(this.#context.request, this.url);
  }

  get method(): string {
    return this.#context.request.method;
  }

  get headers(): IncomingHeaders {
    return this.#context.request.headers;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#context.request.body;
  }

  get address(): string {
    return this.#context.ip;
  }

  get signal(): AbortSignal {
    return clientSignal(this.#context.request);
  }

  get pageBytes(): number | undefined {
    return this.#platform?.pageBytes;
  }

  get endsWithResponse(): boolean | undefined {
    return this.#platform?.endsWithResponse;
  }

  get waitUntil(): Incoming["waitUntil"] {
    const context: { waitUntil: unknown } = this.#context;
    return context.waitUntil === ignoreWork ? undefined : (work) => this.#context.waitUntil(work);
  }

  /** Adapters set these properties in the object `platform`. */
  get #platform(): Pick<Incoming, "pageBytes" | "endsWithResponse"> | undefined {
    return this.#context.platform as Pick<Incoming, "pageBytes" | "endsWithResponse"> | undefined;
  }

  passOn(): boolean {
    if (isInChain(this.#context)) return true;
    this.#context.passThrough();
    return false;
  }
}

/** The `waitUntil` of a context whose platform has no function for it. */
export function ignoreWork(work: Promise<unknown>): void {
  Promise.resolve(work).catch(() => undefined);
}

/** Creates a Fetch API handler. It has no next handler, so unknown paths get a 404. */
export function fetchBy(handler: ComposableHandler): (request: Request) => Promise<Response> {
  return async (request) =>
    handler({
      request,
      ip: "",
      platform: undefined,
      env: () => undefined,
      passThrough: () => undefined,
      waitUntil: ignoreWork,
    });
}

/**
 * Returns a signal that aborts when the client has closed the connection before the response ended. It never aborts for requests with a body,
 * because `@hattip/adapter-node` aborts the request's own signal when its body has been read.
 */
export function clientSignal(request: Request): AbortSignal {
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return hasBody ? new AbortController().signal : request.signal;
}
