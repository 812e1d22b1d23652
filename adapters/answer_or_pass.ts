import type { AdapterRequestContext } from "@hattip/core";
import { andThen, type Awaitable } from "../lib/awaitable.ts";
import type { Next, Served } from "./serve_options.ts";

/** What an adapter knows of a request beside the request itself. */
export interface RequestFacts {
  request: Request;
  /** The client's address, or that of the last proxy; empty when it is not known. */
  ip: string;
  platform: unknown;
  env(name: string): string | undefined;
  /** Keeps the runtime alive until the promise has settled. Default: the runtime stays alive anyway. */
  waitUntil?: (promise: Promise<unknown>) => void;
}

/** Answers a request by the handler; what the handler passes through is for `next`, where there is one. */
export function answerOrPass(
  { handler }: Served,
  facts: RequestFacts,
  next: Next | undefined,
): Awaitable<Response> {
  let isPassed = false;
  const context: AdapterRequestContext = {
    request: facts.request,
    // Where it costs something to find out, it is not found out before it is asked for.
    get ip() {
      return facts.ip;
    },
    platform: facts.platform,
    env: (name) => facts.env(name),
    passThrough: () => void (isPassed = true),
    // Work that outlives the answer must not end the process when it fails.
    waitUntil: (promise) => facts.waitUntil?.(Promise.resolve(promise).catch(() => undefined)),
  };
  const answered = handler(context);
  if (next === undefined) return answered;
  return andThen(answered, (response) => (isPassed ? next(facts.request) : response));
}
