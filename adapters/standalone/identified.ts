import { performance } from "node:perf_hooks";
import type { HattipHandler } from "@hattip/core";
import { andThen } from "../../lib/awaitable.ts";
import { acceptLightRequests } from "../../lib/light_request.ts";
import { LightResponse } from "../node/light_response.ts";
import type { Exchange } from "./exchange.ts";
import { exchangeOf } from "./exchange_of.ts";

/** Answers with the request's id, and when asked to, with the time that it took until now (W3C Server-Timing). */
export function identified(
  handler: HattipHandler,
  { serverTiming }: { serverTiming: boolean },
): HattipHandler {
  const identifyBy = (response: Response, exchange: Exchange): Response =>
    identify(response, exchange, serverTiming);
  return acceptLightRequests((context) => {
    const exchange = exchangeOf(context.request);
    const answered = handler(context);
    return exchange === undefined ? answered : andThen(answered, identifyBy, exchange);
  });
}

function identify(response: Response, exchange: Exchange, serverTiming: boolean): Response {
  if (response instanceof LightResponse) {
    exchange.bytes = response.content?.length ?? 0;
    addHeaders(response.list, exchange, serverTiming);
    return response;
  }
  const whole = new Response(response.body, response);
  addHeaders(whole.headers, exchange, serverTiming);
  return whole;
}

function addHeaders(
  headers: { set(name: string, value: string): void },
  { id, startedAt }: Exchange,
  serverTiming: boolean,
): void {
  headers.set("x-request-id", id);
  if (serverTiming) headers.set("server-timing", `total;dur=${(performance.now() - startedAt).toFixed(2)}`);
}
