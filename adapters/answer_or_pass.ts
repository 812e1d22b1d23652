import type { AdapterRequestContext } from "@hattip/core";
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
export async function answerOrPass(
  { handler }: Served,
  { waitUntil = () => undefined, ...facts }: RequestFacts,
  next: Next | undefined,
): Promise<Response> {
  let isPassed = false;
  const context: AdapterRequestContext = {
    ...facts,
    passThrough: () => void (isPassed = true),
    // Work that outlives the answer must not end the process when it fails.
    waitUntil: (promise) => waitUntil(Promise.resolve(promise).catch(() => undefined)),
  };
  const response = await handler(context);
  return isPassed && next !== undefined ? next(facts.request) : response;
}
