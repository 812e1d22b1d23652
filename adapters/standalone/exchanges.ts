import { performance } from "node:perf_hooks";
import type { IncomingMessage } from "node:http";
import { LazyRequest } from "../node/lazy_request.ts";
import type { Exchange } from "./exchange.ts";
import { requestIdOf } from "./request_id.ts";

/** The exchanges under way, by the request that each began with. */
export class Exchanges {
  readonly #exchanges = new WeakMap<IncomingMessage, Exchange>();

  begin(incoming: IncomingMessage): Exchange {
    const exchange: Exchange = {
      id: requestIdOf(incoming),
      startedAt: performance.now(),
      incoming,
      isProbe: false,
      route: undefined,
      keyId: undefined,
      organizationSlug: undefined,
      code: undefined,
      error: undefined,
      bytes: undefined,
    };
    this.#exchanges.set(incoming, exchange);
    return exchange;
  }

  /** The exchange of a request as a handler or a hook is given it. */
  ofRequest(request: object): Exchange | undefined {
    return request instanceof LazyRequest ? this.#exchanges.get(request.incoming) : undefined;
  }
}
