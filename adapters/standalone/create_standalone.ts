import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { createDashboard, type Dashboard, type DashboardOptions } from "../../lib/dashboard/mod.ts";
import { createPublicApi, type PublicApi, type PublicApiOptions } from "../../lib/mod.ts";
import { type ComposableHandler, incomingHandlerOf, toComposableHandler } from "../../lib/exchange/mod.ts";
import type { HandleIncoming } from "../../lib/http/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { createNodeListener } from "../node/to_request_listener.ts";
import { compressing } from "./compression/compressing.ts";
import { DamagedRecords } from "./damaged_records.ts";
import { beginExchange, type Exchange, identified } from "./exchange.ts";
import { Health } from "./health.ts";
import type { Log } from "./log/log.ts";
import type { Metrics } from "./metrics.ts";

/** Options of {@link createStandalone}. */
export interface StandaloneOptions {
  storage: AtomicDriver;
  /** Options of the API beside storage, hooks and `onError`. */
  api: Omit<PublicApiOptions, "storage" | "hooks" | "onError">;
  /** Undefined for no dashboard. */
  dashboard: DashboardOptions | undefined;
  /** Whether the admin API and the dashboard have a listener of their own. */
  hasAdminListener: boolean;
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
  /** The dashboard of `listener`; undefined where the dashboard has a listener of its own. */
  dashboard: Dashboard | undefined;
  listener: RequestListener;
  /**
   * Creates the listener of the admin API and the dashboard alone.
   *
   * @param publicUrl the origin of the public listener, to which the dashboard links unless its options name another one
   */
  createAdminListener(publicUrl: string): RequestListener;
  /** `/readyz` says 503 from now on, and all else goes on. */
  drain(): void;
}

/** Makes the API with what operators need around it: probes, ids, the log, metrics, compression. */
export function createStandalone(options: StandaloneOptions): Standalone {
  const { storage, api: apiOptions, dashboard: dashboardOptions, hasAdminListener } = options;
  const watch = createWatch(options);
  const damaged = new DamagedRecords(() => options.metrics?.damage());
  const health = new Health(storage, damaged);
  const api = createTold(options, damaged);
  const { basePath } = api.options;
  const onError = (error: unknown): void => options.log.message("error", "Cannot send a response", error);
  const onFailed = (exchange: Exchange): void => {
    if (!wantsAll(options)) watch(exchange);
  };
  const toListener = (handle: HandleIncoming): RequestListener => {
    const handler = toComposableHandler(identified(handle, { ...options, onFailed }));
    const answer = createNodeListener(handler, { basePath, onError });
    return createListener(options, { watch, health, answer });
  };
  const dashboard = hasAdminListener ? undefined : dashboardOptions && createDashboard(api, dashboardOptions);
  return {
    api,
    dashboard,
    listener: toListener(withDashboard(dashboard, compressed(api.handler, options))),
    createAdminListener: (publicUrl) => {
      const own = dashboardOptions && createDashboard(api, { apiOrigin: publicUrl, ...dashboardOptions });
      const rest = own !== undefined && apiOptions.adminApi !== true ? own.handler : api.adminHandler;
      return toListener(withDashboard(own, compressed(rest, options)));
    },
    drain: () => health.drain(),
  };
}

function compressed(handler: ComposableHandler, { compression }: StandaloneOptions): HandleIncoming {
  const handle = handleOf(handler);
  return compression ? compressing(handle) : handle;
}

/** The pages of a dashboard are not compressed: they hold secrets beside text from their addresses (BREACH). */
function withDashboard(dashboard: Dashboard | undefined, handle: HandleIncoming): HandleIncoming {
  if (dashboard === undefined) return handle;
  const showPage = handleOf(dashboard.handler);
  return (incoming) => (dashboard.isAt(incoming.url) ? showPage(incoming) : handle(incoming));
}

function handleOf(handler: ComposableHandler): HandleIncoming {
  const handle = incomingHandlerOf(handler);
  if (handle === undefined) throw new TypeError("Cannot serve: the handler is none of Postern's");
  return handle;
}

/** Waits for the end of an exchange, and tells log and metrics how it ended. */
type Watch = (exchange: Exchange) => void;

function createWatch({ log, metrics }: StandaloneOptions): Watch {
  const end = (exchange: Exchange): void => {
    const { incoming, outgoing, startedAt } = exchange;
    const ended = {
      exchange,
      method: incoming.method ?? "",
      status: outgoing.statusCode,
      milliseconds: performance.now() - startedAt,
      isAborted: !outgoing.writableFinished,
    };
    log.request(ended);
    metrics?.end(ended);
  };
  return (exchange) => void exchange.outgoing.on("close", () => end(exchange));
}

/** Whether somebody wants to know of every request, and not only of those that fail. */
function wantsAll({ log, metrics }: StandaloneOptions): boolean {
  return log.hasRequests || metrics !== undefined;
}

/** The API, whose damage and refusals the log and the metrics count. */
function createTold(options: StandaloneOptions, damaged: DamagedRecords): PublicApi {
  const { storage, api, hasAdminListener, log, metrics } = options;
  const invitationsUrl = invitationsUrlOf(options);
  return createPublicApi({
    ...api,
    ...(invitationsUrl === undefined ? {} : { invitationsUrl }),
    adminApi: api.adminApi === true && !hasAdminListener,
    storage,
    hooks: {
      keyRefused: ({ reason }) => metrics?.refuse(reason),
      recordDamaged: ({ error }) => {
        damaged.add(error);
        log.message("error", "A damaged record was left out of a list", error);
      },
    },
    onError: (error, request) => {
      damaged.add(error);
      // The line of a request has its error.
      if (request === undefined) log.message("error", "An error of no request", error);
    },
  });
}

/** The dashboard's page where invited users accept, or undefined without a dashboard. */
function invitationsUrlOf({ dashboard }: StandaloneOptions): string | undefined {
  return dashboard && `${dashboard.origin ?? ""}${dashboard.basePath ?? "/dashboard"}/invitations`;
}

interface Parts {
  watch: Watch;
  health: Health;
  answer: RequestListener;
}

function createListener(options: StandaloneOptions, { watch, health, answer }: Parts): RequestListener {
  const isWatched = wantsAll(options);
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const exchange = beginExchange(incoming, outgoing);
    if (isWatched) watch(exchange);
    options.metrics?.begin();
    const path = health.answer(incoming, outgoing);
    if (path === undefined) answer(incoming, outgoing);
    else {
      exchange.route = path;
      exchange.isProbe = true;
    }
  };
}
