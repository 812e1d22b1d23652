import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { HattipHandler } from "@hattip/core";
import { createDashboard, type Dashboard, type DashboardOptions } from "../../lib/dashboard/mod.ts";
import { createPublicApi, type PublicApi, type PublicApiOptions } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { toRequestListener } from "../node/to_request_listener.ts";
import { compressing } from "./compression/compressing.ts";
import type { Exchange } from "./exchange.ts";
import { Exchanges } from "./exchanges.ts";
import { Health } from "./health.ts";
import { identified } from "./identified.ts";
import { inOrder } from "./in_order.ts";
import type { Log } from "./log/log.ts";
import type { Metrics } from "./metrics.ts";

/** Options of {@link createStandalone}. */
export interface StandaloneOptions {
  storage: AtomicDriver;
  /** Options of the API beside storage, hooks and `onError`. */
  api: Omit<PublicApiOptions, "storage" | "hooks" | "onError">;
  /** Undefined for no dashboard. */
  dashboard: DashboardOptions | undefined;
  log: Log;
  /** Undefined where nobody asks for them. */
  metrics: Metrics | undefined;
  /** Whether answers are compressed. */
  compression: boolean;
  /** Whether answers say how long they took. */
  serverTiming: boolean;
}

/** The standalone server, before it listens. */
export interface Standalone {
  api: PublicApi;
  dashboard: Dashboard | undefined;
  listener: RequestListener;
  /** `/readyz` says 503 from now on, and all else goes on. */
  drain(): void;
}

/** Makes the API with what operators need around it: probes, ids, the log, metrics, compression. */
export function createStandalone(options: StandaloneOptions): Standalone {
  const { storage, compression, serverTiming } = options;
  const exchanges = new Exchanges();
  const health = new Health(storage);
  const api = createTold(options, exchanges);
  const dashboard = options.dashboard && createDashboard(api, options.dashboard);
  const answering: HattipHandler = compression ? compressing(api.handler) : api.handler;
  // Its pages are not compressed: they hold secrets beside what their addresses say (BREACH).
  const all = dashboard === undefined ? answering : inOrder(dashboard.handler, answering);
  const answer = toRequestListener(identified(all, exchanges, { serverTiming }));
  const listener = createListener(options, { exchanges, health, answer });
  return { api, dashboard, listener, drain: () => health.drain() };
}

/** The API, which tells what it knows of a request to its exchange. */
function createTold({ storage, api, log, metrics }: StandaloneOptions, exchanges: Exchanges): PublicApi {
  return createPublicApi({
    ...api,
    storage,
    hooks: {
      requestAnswered: ({ request, route, keyId, organizationSlug, code }) => {
        const exchange = exchanges.ofRequest(request);
        if (exchange === undefined) return;
        exchange.route = route;
        exchange.keyId = keyId;
        exchange.organizationSlug = organizationSlug;
        exchange.code = code;
      },
      keyRefused: ({ reason }) => metrics?.refuse(reason),
    },
    onError: (error, request) => {
      const exchange = request === undefined ? undefined : exchanges.ofRequest(request);
      if (exchange === undefined) log.message("error", "An error of no request", error);
      else exchange.error = error;
    },
  });
}

interface Parts {
  exchanges: Exchanges;
  health: Health;
  answer: RequestListener;
}

function createListener(
  { log, metrics }: StandaloneOptions,
  { exchanges, health, answer }: Parts,
): RequestListener {
  const end = (exchange: Exchange, outgoing: ServerResponse): void => {
    const ended = {
      exchange,
      method: exchange.incoming.method ?? "",
      status: outgoing.statusCode,
      milliseconds: performance.now() - exchange.startedAt,
      isAborted: !outgoing.writableFinished,
    };
    log.request(ended);
    metrics?.end(ended);
  };
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const exchange = exchanges.begin(incoming);
    metrics?.begin();
    outgoing.on("close", () => end(exchange, outgoing));
    const [path = ""] = (incoming.url ?? "").split("?", 1);
    if (!health.answer(path, incoming, outgoing)) answer(incoming, outgoing);
    else {
      exchange.route = path;
      exchange.isProbe = true;
    }
  };
}
