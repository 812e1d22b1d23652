import type { AdapterRequestContext } from "@hattip/core";
import { failureBody, failureHeaders, reportToHost } from "./report_error.ts";
import type { Next, Served } from "./serve_options.ts";

/** What an adapter knows of a request beside the request itself. */
export interface RequestFacts {
  request: Request;
  /**
   * The client's address, or that of the last proxy; empty when it is not known. A function, where it costs something to find out, is
   * called when the address is asked for, and is lost to who spreads the context.
   */
  ip: string | ((request: Request) => string);
  platform: unknown;
  env: (name: string) => string | undefined;
  /** Keeps the runtime alive until the promise has settled. Default: the runtime stays alive anyway. */
  waitUntil?: (promise: Promise<unknown>) => void;
}

/**
 * Responds by the handler, or by `next` to a request that the handler passes on. An error of either goes to `onError`, and the response has
 * status 500.
 */
export async function answerOrPass(
  served: Served,
  facts: RequestFacts,
  next: Next | undefined,
): Promise<Response> {
  const context = new Context(facts);
  try {
    const response = await served.handler(context);
    return context.isPassed && next !== undefined ? await next(facts.request) : response;
  } catch (error) {
    reportToHost(error, () => facts.request, served.options?.onError);
    return new Response(failureBody, { status: 500, headers: failureHeaders });
  }
}

/** Its fields are its own: hosts spread a context to change a part of it. A class, since an object with a getter costs Bun more than all else. */
class Context implements AdapterRequestContext {
  readonly request: Request;
  readonly platform: unknown;
  readonly env: (name: string) => string | undefined;
  readonly waitUntil: (promise: Promise<unknown>) => void;
  readonly passThrough: () => void;
  readonly #ip: RequestFacts["ip"];
  isPassed = false;

  constructor({ request, ip, platform, env, waitUntil }: RequestFacts) {
    this.request = request;
    this.platform = platform;
    this.env = env;
    this.waitUntil = waitUntil === undefined ? ignoreFailure : ignoringFailures(waitUntil);
    this.passThrough = () => void (this.isPassed = true);
    this.#ip = ip;
    if (typeof ip === "string") Object.defineProperty(this, "ip", { value: ip, enumerable: true });
  }

  get ip(): string {
    return typeof this.#ip === "string" ? this.#ip : this.#ip(this.request);
  }
}

function ignoringFailures(
  waitUntil: (promise: Promise<unknown>) => void,
): (promise: Promise<unknown>) => void {
  return (promise) => waitUntil(ignoreFailure(promise));
}

/** Work that outlives the answer must not end the process when it fails. */
async function ignoreFailure(promise: Promise<unknown>): Promise<void> {
  await Promise.resolve(promise).catch(() => undefined);
}
