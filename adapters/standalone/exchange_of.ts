import { performance } from "node:perf_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LazyRequest } from "../node/lazy_request.ts";
import type { Exchange } from "./exchange.ts";
import { requestIdOf } from "./request_id.ts";

/** Where a request keeps its exchange: a `WeakMap` of all would cost as much as the rest of what is done around the API. */
const own: unique symbol = Symbol("exchange");
type Begun = IncomingMessage & { [own]?: Exchange };

/** Begins the exchange of a request. */
export function beginExchange(incoming: IncomingMessage, outgoing: ServerResponse): Exchange {
  const exchange: Exchange = {
    id: requestIdOf(incoming),
    startedAt: performance.now(),
    incoming,
    outgoing,
    isProbe: false,
    route: undefined,
    keyId: undefined,
    organizationSlug: undefined,
    code: undefined,
    error: undefined,
    bytes: undefined,
  };
  (incoming as Begun)[own] = exchange;
  return exchange;
}

/** The exchange of a request as a handler or a hook is given it. */
export function exchangeOf(request: object): Exchange | undefined {
  return request instanceof LazyRequest ? (request.incoming as Begun)[own] : undefined;
}
