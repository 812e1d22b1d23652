import type { Awaitable } from "../../base/awaitable.ts";
import type { Incoming, Outgoing } from "../request/incoming.ts";
import type { Match } from "./endpoint.ts";
import { Exchange } from "./exchange.ts";
import type { ExchangeDeps } from "./exchange_deps.ts";
import type { TraceRoute } from "./trace_requests.ts";

/** An exchange whose requests are traced. Without traces, requests take the way of {@link Exchange} only. */
export class TracedExchange extends Exchange {
  readonly #trace: TraceRoute;
  readonly #basePath: string;

  constructor(deps: ExchangeDeps, basePath: string, trace: TraceRoute) {
    super(deps);
    this.#trace = trace;
    this.#basePath = basePath;
  }

  override handle(incoming: Incoming, match: Match): Awaitable<Outgoing> {
    const route = match.pattern === undefined ? undefined : this.#basePath + match.pattern;
    return this.#trace(incoming, route, () => super.handle(incoming, match));
  }
}
