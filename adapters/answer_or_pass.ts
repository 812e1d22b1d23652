import type { AdapterRequestContext } from "@hattip/core";
import { andThen, type Awaitable } from "../lib/awaitable.ts";
import type { Next, Served } from "./serve_options.ts";

/** What an adapter knows of a request beside the request itself. */
export interface RequestFacts {
  request: Request;
  /** Finds the client's address, or that of the last proxy; empty when it is not known. */
  findIp: () => string;
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
  if (next === undefined) return answered;
  return andThen(answered, (response) => (context.isPassed ? next(facts.request) : response));
}

/** A class, since an object with a getter of its own costs Bun more than all else of a request. */
class Context implements AdapterRequestContext {
  readonly request: Request;
  readonly platform: unknown;
  readonly env: (name: string) => string | undefined;
  readonly passThrough: () => void;
  readonly #facts: RequestFacts;
  isPassed = false;

  constructor(facts: RequestFacts) {
    this.request = facts.request;
    this.platform = facts.platform;
    this.env = facts.env;
    this.passThrough = () => void (this.isPassed = true);
    this.#facts = facts;
  }

  /** Where it costs something to find out, it is not found out before it is asked for. */
  get ip(): string {
    return this.#facts.findIp();
  }

  /** Work that outlives the answer must not end the process when it fails. */
  get waitUntil(): (promise: Promise<unknown>) => void {
    return (promise) => this.#facts.waitUntil?.(Promise.resolve(promise).catch(() => undefined));
  }
}
