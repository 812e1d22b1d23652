import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { ExchangeRecord, HandleIncoming, Incoming } from "../../../lib/http/mod.ts";
import { systemRandomBytes } from "../../../lib/base/secrets/random.ts";
import { NodeIncoming } from "../../node/node_incoming.ts";
import { withoutSecrets } from "../../../lib/base/secrets/without_secrets.ts";

/** A request being served. The API's own record is merged in after the API has responded. */
export interface Exchange extends ExchangeRecord {
  /** The request's id, from its `x-request-id` header or created here. */
  readonly id: string;
  /** Start time, from `performance.now()`. */
  readonly startedAt: number;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** True for a health check, which is logged only at level `debug`. */
  isProbe: boolean;
  /** Length of the response body in bytes, if known before it is sent. */
  bytes: number | undefined;
}

/** A finished exchange. */
export interface Ended {
  exchange: Exchange;
  method: string;
  status: number;
  milliseconds: number;
  /** True if the client disconnected before it had the whole response. */
  isAborted: boolean;
}

/** The message property that holds its exchange. */
const own: unique symbol = Symbol("exchange");
type MessageWithExchange = IncomingMessage & { [own]?: Exchange };

/** Creates the exchange of a request. */
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
  (incoming as MessageWithExchange)[own] = exchange;
  return exchange;
}

/** Options of {@link identified}. */
export interface IdentifyOptions {
  /** True if responses have a `Server-Timing` header with the elapsed time (W3C Server-Timing). */
  serverTiming: boolean;
  /** Called with each exchange whose request failed. */
  onFailed: (exchange: Exchange) => void;
}

/** Adds the request id to every response, and copies the response's details to the exchange for log and metrics. */
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
  return incoming instanceof NodeIncoming ? (incoming.message as MessageWithExchange)[own] : undefined;
}

/** Visible ASCII, at most 128 characters, so that every log line can contain it. */
const validId = /^[\x21-\x7e]{1,128}$/;

/** Number of random bytes in an id. An id has 32 hexadecimal digits, like nginx's `$request_id`. */
const idBytes = 16;

/** Returns the `x-request-id` that a proxy sent, or a new id if that value is malformed or contains a secret. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  const isValid = typeof given === "string" && validId.test(given) && withoutSecrets(given) === given;
  return isValid ? given : Buffer.from(systemRandomBytes(idBytes)).toString("hex");
}
