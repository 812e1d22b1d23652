import { performance } from "node:perf_hooks";
import type { HandleIncoming, Outgoing } from "../../lib/http/mod.ts";
import type { Exchange } from "./exchange.ts";
import { exchangeOf } from "./exchange_of.ts";

/** Options of {@link identified}. */
export interface IdentifyOptions {
  /** Whether a response says how long it took until now (W3C Server-Timing). */
  serverTiming: boolean;
  /** Called with an exchange whose request failed. */
  onFailed: (exchange: Exchange) => void;
}

/** Sends the request's id with every response, and notes the facts of the exchange for log and metrics. */
export function identified(handle: HandleIncoming, options: IdentifyOptions): HandleIncoming {
  return async (incoming) => {
    const outgoing = await handle(incoming);
    const exchange = exchangeOf(incoming);
    if (outgoing !== undefined && exchange !== undefined) identify(outgoing, exchange, options);
    return outgoing;
  };
}

function identify(
  { headers, body, about }: Outgoing,
  exchange: Exchange,
  { serverTiming, onFailed }: IdentifyOptions,
): void {
  const { id, startedAt } = exchange;
  headers.set("x-request-id", id);
  if (serverTiming) headers.set("server-timing", `total;dur=${(performance.now() - startedAt).toFixed(2)}`);
  if (!(body instanceof ReadableStream)) exchange.bytes = body?.length ?? 0;
  Object.assign(exchange, about);
  if (about.error !== undefined) onFailed(exchange);
}
