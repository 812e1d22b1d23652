import type { RequestListener } from "node:http";
import { defaultDashboardPath } from "../../lib/base/base_path.ts";
import { systemClock } from "../../lib/base/time/clock.ts";
import { createDashboard, type Dashboard, type DashboardOptions } from "../../lib/dashboard/mod.ts";
import { createPublicApi, type PublicApi, type PublicApiOptions, type WaitingEvents } from "../../lib/mod.ts";
import type { ComposableHandler } from "../../lib/http/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { responderOf } from "../node/create_node_mount.ts";
import { createNodeListener } from "../node/to_request_listener.ts";
import { Compressor } from "./compressor.ts";
import { DamagedRecords } from "./damaged_records.ts";
import { Health, isProbe } from "./health.ts";
import type { Log } from "./log/log.ts";
import type { Metrics } from "./metrics.ts";
import { createObserver, type ObservationOptions } from "./observation.ts";
import { Readiness } from "./readiness.ts";
import { WriteOutcomes } from "./write_outcomes.ts";

/** Options of {@link createStandalone}. */
export interface StandaloneOptions extends Omit<ObservationOptions, "compressor"> {
  storage: AtomicDriver;
  /** API options, except storage, hooks and `onError`. */
  api: Omit<PublicApiOptions, "storage" | "hooks" | "onError">;
  dashboard: DashboardOptions | undefined;
  /** True if the admin API and the dashboard have a separate listener. */
  hasAdminListener: boolean;
  log: Log;
  metrics: Metrics | undefined;
  /** True if responses are compressed. */
  compression: boolean;
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
  /** True if the store refused the last write of requests or of background work. */
  areWritesRefused(): boolean;
  /** Returns the events that wait for webhooks. It does not read the store if nothing can wait. */
  readWaiting(): Promise<WaitingEvents>;
  /** Makes `/readyz` return 503. All other requests are still served. */
  drain(): void;
}

/** Creates the API with probes, request ids, the log, metrics and compression. */
export function createStandalone(options: StandaloneOptions): Standalone {
  const { api: apiOptions, dashboard: dashboardOptions, hasAdminListener, log } = options;
  const damaged = new DamagedRecords(() => options.metrics?.damage());
  const writes = new WriteOutcomes({
    clock: apiOptions.clock ?? systemClock,
    onRefused: (error) => log.message("error", "The store refuses writes", error),
    onAccepted: () => log.message("info", "The store accepts writes again"),
  });
  const storage = writes.watch(options.storage);
  const countsReads = apiOptions.readAccess === "key";
  const readiness = new Readiness({ storage, damaged, writes, countsReads });
  const health = new Health(() => readiness.read());
  const api = createMonitoredApi({ ...options, storage }, damaged);
  const areWritesRefused = (): boolean => writes.refusedSince !== undefined;
  options.metrics?.watchWrites(areWritesRefused);
  const { basePath, limits } = api.options;
  const readWaiting = async (): Promise<WaitingEvents> =>
    api.events.isAtRest ? { waiting: 0 } : api.webhooks.waiting();
  options.metrics?.watchWebhooks(readWaiting);
  const onError = (error: unknown): void => log.message("error", "Cannot send a response", error);
  const compressor = options.compression ? new Compressor(limits.renderedBytes) : undefined;
  const observe = createObserver({ ...options, compressor });
  const toListener = (handler: ComposableHandler, pages: Dashboard | undefined): RequestListener => {
    const showPage = pages && responderOf(pages.handler);
    return createNodeListener(handler, {
      basePath,
      onError,
      observe,
      isProbe,
      next: (incoming) =>
        pages?.isAt(incoming.target) === true ? showPage?.(incoming) : health.respond(incoming),
    });
  };
  const dashboard = hasAdminListener ? undefined : dashboardOptions && createDashboard(api, dashboardOptions);
  return {
    api,
    dashboard,
    listener: toListener(api.handler, dashboard),
    createAdminListener: (publicUrl) => {
      const own = dashboardOptions && createDashboard(api, { apiOrigin: publicUrl, ...dashboardOptions });
      const hasApi = own === undefined || apiOptions.adminApi === true;
      return toListener(hasApi ? api.adminHandler : own.handler, own);
    },
    areWritesRefused,
    readWaiting,
    drain: () => {
      readiness.drain();
      api.events.closeStreams();
    },
  };
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
      "media.added": ({ data }) => metrics?.addFile(data.bytes),
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
