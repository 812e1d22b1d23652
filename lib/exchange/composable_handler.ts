import type { AdapterRequestContext } from "@hattip/core";

/** The context of a handler in a chain: of `compose` in `@hattip/compose`, or of a router of `@hattip/router`. */
export interface ChainContext extends AdapterRequestContext {
  /** Calls the next handler of the chain. */
  next(): Promise<Response>;
}

/**
 * A HatTip handler for adapters and for chains. For a path of another handler it returns `undefined` in a chain, so the next handler is called.
 * An adapter gets a response with status 404 instead, after a call of `context.passThrough()`.
 */
export interface ComposableHandler {
  (context: ChainContext): Response | undefined | Promise<Response | undefined>;
  (context: AdapterRequestContext): Response | Promise<Response>;
}

/** Says if another handler follows. */
export function isInChain(context: AdapterRequestContext): context is ChainContext {
  return typeof (context as Partial<ChainContext>).next === "function";
}
