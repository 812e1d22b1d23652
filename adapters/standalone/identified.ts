import { performance } from "node:perf_hooks";
import type { HattipHandler } from "@hattip/core";
import { andThen } from "../../lib/awaitable.ts";
import { LightResponse } from "../node/light_response.ts";
import type { Exchange } from "./exchange.ts";
import { exchangeOf } from "./exchange_of.ts";

/** Answers with the request's id, and when asked to, with the time that it took until now (W3C Server-Timing). */
export function identified(
  handler: HattipHandler,
  { serverTiming }: { serverTiming: boolean },
): HattipHandler {
  return (context) => {
    const exchange = exchangeOf(context.request);
    const answered = handler(context);
    if (exchange === undefined) return answered;
    return andThen(answered, (response) =>
      withHeaders(response, addedHeaders(exchange, serverTiming), exchange),
    );
  };
}

function addedHeaders({ id, startedAt }: Exchange, serverTiming: boolean): Record<string, string> {
  if (!serverTiming) return { "x-request-id": id };
  const duration = (performance.now() - startedAt).toFixed(2);
  return { "x-request-id": id, "server-timing": `total;dur=${duration}` };
}

function withHeaders(response: Response, added: Record<string, string>, exchange: Exchange): Response {
  if (response instanceof LightResponse) {
    exchange.bytes = response.content?.length ?? 0;
    return response.with(added) as unknown as Response;
  }
  const whole = new Response(response.body, response);
  for (const [name, value] of Object.entries(added)) whole.headers.set(name, value);
  return whole;
}
