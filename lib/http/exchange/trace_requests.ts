import type { Awaitable } from "../../base/awaitable.ts";
import { createAddressFinder, createProxyCheck, type TrustProxy } from "../request/client_address.ts";
import type { Incoming, Outgoing } from "../request/incoming.ts";

/** A request to trace. */
export interface TracedRequest {
  readonly incoming: Incoming;
  /** The route's pattern with the base path, or undefined for an unknown path. */
  readonly route: string | undefined;
  /** True if a trusted proxy sent the request. Headers of other senders prove nothing. */
  readonly isFromProxy: () => boolean;
  /** Returns the client's address, or undefined if it is unknown. */
  readonly findAddress: () => string | undefined;
}

/** Handles a request, and records it in a trace. */
export type TraceRequest = (
  request: TracedRequest,
  respond: () => Awaitable<Outgoing>,
) => Awaitable<Outgoing>;

/** Handles a request to a route, and records it in a trace. */
export type TraceRoute = (
  incoming: Incoming,
  route: string | undefined,
  respond: () => Awaitable<Outgoing>,
) => Awaitable<Outgoing>;

/** Creates the function that traces the requests of an API or a dashboard. */
export function traceRequests(trace: TraceRequest, trustProxy: TrustProxy): TraceRoute {
  const find = createAddressFinder(trustProxy);
  const isProxy = createProxyCheck(trustProxy);
  return (incoming, route, respond) => {
    const isFromProxy = (): boolean => isProxy(incoming.address);
    const findAddress = (): string | undefined => find(incoming.address, incoming.headers)?.exact;
    return trace({ incoming, route, isFromProxy, findAddress }, respond);
  };
}
