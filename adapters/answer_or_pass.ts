import type { AdapterRequestContext } from "@hattip/core";
import { adopt, andThen, type Awaitable } from "../lib/awaitable.ts";
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

/** Answers a request by the handler; what the handler passes through is for `next`, where there is one. */
export function answerOrPass(
  { handler }: Served,
  facts: RequestFacts,
  next: Next | undefined,
): Awaitable<Response> {
  const context = new Context(facts);
  const answered = handler(context);
  return next === undefined ? answered : andThen(adopt(answered), passOn, { context, next });
}

function passOn(
  response: Response,
  { context, next }: { context: Context; next: Next },
): Awaitable<Response> {
  return context.isPassed ? next(context.request) : response;
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
