import type { AdapterRequestContext } from "@hattip/core";

/** The context of a handler in a chain: `compose` of `@hattip/compose`, or a router of `@hattip/router`. */
export interface ChainContext extends AdapterRequestContext {
  /** Calls the next handler of the chain. */
  next(): Promise<Response>;
}

/**
 * A HatTip handler for adapters and for chains. In a chain it returns `undefined` for unknown paths, so the chain calls the next handler.
 * For an adapter it calls `context.passThrough()` and returns a response with status 404.
 */
export interface ComposableHandler {
  (context: ChainContext): Response | undefined | Promise<Response | undefined>;
  (context: AdapterRequestContext): Response | Promise<Response>;
}

/** Returns true if the context belongs to a chain, which has a next handler. */
export function isInChain(context: AdapterRequestContext): context is ChainContext {
  return typeof (context as Partial<ChainContext>).next === "function";
}
