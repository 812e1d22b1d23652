import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { ExchangeRecord, HandleIncoming, Incoming } from "../../lib/http/mod.ts";
import { NodeIncoming } from "../node/node_incoming.ts";
import { withoutSecrets } from "./log/without_secrets.ts";

/** A request on its way through the server. The record of the API's exchange is added when it has responded. */
export interface Exchange extends ExchangeRecord {
  /** The request's id: of its `x-request-id`, or created here. */
  readonly id: string;
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Whether it is a health check. Only the log level `debug` shows these. */
  isProbe: boolean;
  /** Bytes of the response's body, where they are known before it is sent. */
  bytes: number | undefined;
}

/** The end of an exchange. */
export interface Ended {
  exchange: Exchange;
  method: string;
  status: number;
  milliseconds: number;
  /** The client went away before it had the whole response. */
  isAborted: boolean;
}

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
    bytes: undefined,
  };
  (incoming as Begun)[own] = exchange;
  return exchange;
}

/** Options of {@link identified}. */
export interface IdentifyOptions {
  /** Whether a response says how long it took until now (W3C Server-Timing). */
  serverTiming: boolean;
  /** Called with an exchange whose request failed. */
  onFailed: (exchange: Exchange) => void;
}

/** Sends the request's id with every response, and notes the facts of the exchange for log and metrics. */
export function identified(
  handle: HandleIncoming,
  { serverTiming, onFailed }: IdentifyOptions,
): HandleIncoming {
  return async (incoming) => {
    const outgoing = await handle(incoming);
    const exchange = exchangeOf(incoming);
    if (outgoing === undefined || exchange === undefined) return outgoing;
    const { headers, body, about } = outgoing;
    const { id, startedAt } = exchange;
    headers.set("x-request-id", id);
    if (serverTiming) headers.set("server-timing", `total;dur=${(performance.now() - startedAt).toFixed(2)}`);
    if (!(body instanceof ReadableStream)) exchange.bytes = body?.length ?? 0;
    Object.assign(exchange, about);
    if (about.error !== undefined) onFailed(exchange);
    return outgoing;
  };
}

function exchangeOf(incoming: Incoming): Exchange | undefined {
  return incoming instanceof NodeIncoming ? (incoming.message as Begun)[own] : undefined;
}

/** Visible ASCII, short enough for every line of a log. */
const validId = /^[\x21-\x7e]{1,128}$/;

/** Random bytes of an id, which are twice as many hexadecimal digits: the form of nginx's `$request_id`. */
const idBytes = 16;

/** The id that a proxy sent in `x-request-id`, or a new one where that is malformed or holds a secret. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  const isValid = typeof given === "string" && validId.test(given) && withoutSecrets(given) === given;
  return isValid ? given : randomBytes(idBytes).toString("hex");
}
