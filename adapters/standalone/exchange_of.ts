import { performance } from "node:perf_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Incoming } from "../../lib/http/mod.ts";
import { NodeIncoming } from "../node/node_incoming.ts";
import type { Exchange } from "./exchange.ts";
import { requestIdOf } from "./request_id.ts";

/** The property of a message that holds its exchange. */
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

/** The exchange of a request. */
export function exchangeOf(incoming: Incoming): Exchange | undefined {
  return incoming instanceof NodeIncoming ? (incoming.message as Begun)[own] : undefined;
}
