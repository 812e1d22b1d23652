import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { defaultDashboardPath } from "../../lib/base/base_path.ts";
import { createDashboard, type Dashboard, type DashboardOptions } from "../../lib/dashboard/mod.ts";
import { createPublicApi, type PublicApi, type PublicApiOptions } from "../../lib/mod.ts";
import {
  type ComposableHandler,
  incomingHandlerOf,
  toComposableHandler,
  type HandleIncoming,
} from "../../lib/http/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { createNodeListener } from "../node/to_request_listener.ts";
import { compressing } from "./compression/compressing.ts";
import { DamagedRecords } from "./damaged_records.ts";
import { beginExchange, type Exchange, identified } from "./log/exchange.ts";
import { Health } from "./health.ts";
import type { Log } from "./log/log.ts";
import type { Metrics } from "./metrics.ts";

/** Options of {@link createStandalone}. */
export interface StandaloneOptions {
  storage: AtomicDriver;
  /** API options, except storage, hooks and `onError`. */
  api: Omit<PublicApiOptions, "storage" | "hooks" | "onError">;
  dashboard: DashboardOptions | undefined;
  /** True if the admin API and the dashboard have a separate listener. */
  hasAdminListener: boolean;
  log: Log;
  /** Undefined if metrics are disabled. */
  metrics: Metrics | undefined;
  /** True if responses are compressed. */
  compression: boolean;
  /** True if responses have a `Server-Timing` header. */
  serverTiming: boolean;
}

/** The standalone server before it listens. */
export interface Standalone {
  api: PublicApi;
  /** The dashboard of `listener`. Undefined if the dashboard has a separate listener. */
  dashboard: Dashboard | undefined;
  listener: RequestListener;
  /**
   * Creates the listener for the admin API and the dashboard only.
   *
   * @param publicUrl the origin of the public listener. The dashboard links to it unless its options name a different origin
   */
  createAdminListener(publicUrl: string): RequestListener;
  /** Makes `/readyz` return 503. All other requests are still served. */
  drain(): void;
}

/** Creates the API with probes, request ids, the log, metrics and compression. */
export function createStandalone(options: StandaloneOptions): Standalone {
  const { storage, api: apiOptions, dashboard: dashboardOptions, hasAdminListener } = options;
  const watch = createWatch(options);
  const damaged = new DamagedRecords(() => options.metrics?.damage());
  const health = new Health(storage, damaged);
  const api = createMonitoredApi(options, damaged);
  options.metrics?.watchWebhooks(async () => (api.events.isAtRest ? { waiting: 0 } : api.webhooks.waiting()));
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
    drain: () => {
      health.drain();
      api.events.closeStreams();
    },
  };
}

function compressed(handler: ComposableHandler, { compression }: StandaloneOptions): HandleIncoming {
  const handle = handleOf(handler);
  return compression ? compressing(handle) : handle;
}

/** Sends dashboard pages uncompressed: they contain secrets together with text from their addresses (BREACH). */
function withDashboard(dashboard: Dashboard | undefined, handle: HandleIncoming): HandleIncoming {
  if (dashboard === undefined) return handle;
  const showPage = handleOf(dashboard.handler);
  return (incoming) => (dashboard.isAt(incoming.url) ? showPage(incoming) : handle(incoming));
}

function handleOf(handler: ComposableHandler): HandleIncoming {
  const handle = incomingHandlerOf(handler);
  if (handle === undefined) throw new TypeError("Cannot serve: the handler was not created by Postern");
  return handle;
}

/** Waits for the end of an exchange and reports it to the log and metrics. */
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

/** True if the log or the metrics need every request, and not only failed requests. */
function wantsAll({ log, metrics }: StandaloneOptions): boolean {
  return log.hasRequests || metrics !== undefined;
}

/** Creates the API with hooks that report damaged records, refused keys and webhooks to the log and metrics. */
function createMonitoredApi(options: StandaloneOptions, damaged: DamagedRecords): PublicApi {
  const { storage, api, hasAdminListener, log, metrics } = options;
  const invitationsUrl = invitationsUrlOf(options);
  return createPublicApi({
    ...api,
    ...(invitationsUrl === undefined ? {} : { invitationsUrl }),
    adminApi: api.adminApi === true && !hasAdminListener,
    storage,
    hooks: {
      "key.refused": ({ reason }) => metrics?.refuse(reason),
      "webhook.attempted": ({ outcome }) => metrics?.attempt(outcome),
      "webhook.disabled": ({ organizationSlug, data }) =>
        log.message("warn", `Disabled the webhook ${data.id} of "${organizationSlug}": ${data.reason}`),
      "record.damaged": ({ error }) => {
        damaged.add(error);
        log.message("error", "A damaged record was left out of a list", error);
      },
    },
    onError: (error, request) => {
      damaged.add(error);
      // Errors of a request are part of its log line.
      if (request === undefined) log.message("error", "An error outside of requests", error);
    },
  });
}

/** Returns the dashboard page where invited users accept. Undefined without a dashboard. */
function invitationsUrlOf({ dashboard }: StandaloneOptions): string | undefined {
  return dashboard && `${dashboard.origin ?? ""}${dashboard.basePath ?? defaultDashboardPath}/invitations`;
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
