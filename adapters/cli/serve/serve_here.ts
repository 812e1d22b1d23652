import { defaultDashboardPath } from "../../../lib/base/base_path.ts";
import { loadAll } from "../../../lib/base/first_use.ts";
import type { AtomicDriver } from "../../../lib/mod.ts";
import type { RedisDriver } from "../../../storage-drivers/redis.ts";
import { loadMcp } from "../mcp/load_mcp.ts";
import { nodeProcess } from "../../node_process.ts";
import { createStandalone } from "../../standalone/create_standalone.ts";
import { warnOfForwarding } from "../../standalone/forwarding_warnings.ts";
import { killProcess, type ServingParts, shutDown } from "../../standalone/shut_down.ts";
import { Log } from "../../standalone/log/log.ts";
import { Metrics } from "../../standalone/metrics.ts";
import { startMetrics } from "../../standalone/start_metrics.ts";
import { textWorker } from "../../text_worker.ts";
import { localUrlOf } from "./address_arguments.ts";
import { announceFirstRun } from "./announce_first_run.ts";
import { EarlyServers } from "./early_servers.ts";
import { listen } from "./listen.ts";
import { smtpMail } from "./mail_arguments.ts";
import { loadOpenTelemetry } from "./otel_arguments.ts";
import { openMedia } from "../store/media_arguments.ts";
import { openWhenStarted } from "./open_when_started.ts";
import type { ServeSettings } from "./serve_settings.ts";
import { tuneCollector } from "./tune_collector.ts";
import { describeUnsigned } from "./unsigned_webhooks.ts";

/** A running server. */
export interface Serving {
  url: string;
  /** URL of the admin API and the dashboard, or undefined if they share the public listener. */
  adminUrl: string | undefined;
  /** URL of the metrics. Undefined without metrics and in workers, whose metrics the primary process serves. */
  metricsUrl: string | undefined;
  log: Log;
  /** Prints a code if the store is empty. Undefined in all processes but one of a server, and without a dashboard. */
  announce?: () => Promise<void>;
  /** Waits for pending requests, and closes the store. */
  stop: () => Promise<void>;
  /** Ends the process immediately. */
  kill: () => void;
}

/** Options of {@link serveHere}. */
interface ServeHereOptions {
  /** Number of this worker. Default: there are no workers. */
  worker?: string | undefined;
  /** Its abortion ends the wait for a store that is starting. */
  signal: AbortSignal;
}

/** Serves in this process. */
export async function serveHere(
  settings: ServeSettings,
  { worker, signal }: ServeHereOptions,
): Promise<Serving> {
  tuneCollector();
  const log = new Log(settings.log, { isShared: worker !== undefined });
  const early = new EarlyServers(settings);
  // A worker must not take connections from other workers before it can serve.
  const onWait = worker === undefined ? () => early.start() : async () => undefined;
  let storage: AtomicDriver | undefined;
  try {
    storage = await openWhenStarted(settings.storage, { ...settings, log, onWait, signal });
    return await serveFrom(storage, { settings, worker, log, early });
  } catch (error) {
    log.flush();
    await early.close();
    await storage?.dispose?.();
    throw error;
  }
}

interface ServeFromOptions {
  settings: ServeSettings;
  worker: string | undefined;
  log: Log;
  early: EarlyServers;
}

async function serveFrom(
  storage: AtomicDriver,
  { settings, worker, log, early }: ServeFromOptions,
): Promise<Serving> {
  const { address, adminAddress, metricsAddress, shutdownTimeout } = settings;
  if (settings.api.deployment === "cluster") await warnOfLoss(storage, log);
  const metrics = metricsAddress && new Metrics(() => log.dropped, worker);
  const otel = settings.otel && (await loadOpenTelemetry(settings.otel));
  otel?.watchLog(() => log.dropped);
  const smtp = settings.smtp && smtpMail(settings.smtp);
  const media = await openMedia(settings.media, { note: (text) => log.message("info", text) });
  const hasAdminListener = adminAddress !== undefined;
  const standalone = createStandalone({
    ...settings,
    api: {
      ...settings.api,
      ...(settings.mcp && { mcp: (await loadMcp()).mcp(settings.mcp) }),
      ...(smtp && { mail: smtp.send }),
      ...(otel && { telemetry: otel }),
      ...(media && { media }),
      textWorker: textWorker(),
    },
    storage,
    log,
    metrics,
    hasAdminListener,
  });
  otel?.watchWrites(() => standalone.areWritesRefused());
  otel?.watchWebhooks(
    async () => standalone.readWaiting(),
    () => Date.now(),
  );
  // An upgrade can replace the files of this package while the process serves.
  await loadAll();
  const server = await early.listen(standalone.listener, address);
  // One of several workers is enough to warn once.
  const isFirst = worker === undefined || worker === "1";
  if (isFirst) {
    warnOfForwarding(server, { ...settings.api, warn: (text) => log.message("warn", text) });
    await warnOfUnsigned(storage, settings, log);
    if (otel?.hasTracer === false) log.message("warn", noTracer);
  }
  const { host, socket } = address;
  const publicUrl = socket === undefined ? localUrlOf({ port: String(server.port), host }) : server.url;
  const adminServer =
    adminAddress && (await early.listen(standalone.createAdminListener(publicUrl), adminAddress));
  const metricsServer =
    worker === undefined && metrics && metricsAddress
      ? await listen((at) => startMetrics(metrics, at), metricsAddress)
      : undefined;
  const servers = adminServer === undefined ? [server] : [server, adminServer];
  const stopEvents = standalone.api.events.start({
    process: nodeProcess(),
    idleIntervalMs: settings.idleInterval,
  });
  const pendingMails = smtp?.pending;
  const parts: ServingParts = {
    standalone,
    servers,
    storage,
    log,
    stopEvents,
    pendingMails,
    metricsServer,
    flushTelemetry: otel && (() => otel.flush()),
  };
  const kill = (): void => killProcess(log);
  process.on("uncaughtException", (error) => {
    log.message("error", "Stopping after an uncaught error", error);
    kill();
  });
  const { dashboard } = settings;
  const localUrl =
    adminServer === undefined
      ? publicUrl
      : localUrlOf({ port: String(adminServer.port), host: adminAddress?.host ?? "" });
  const metricsUrl = metricsServer && `${metricsServer.url}/metrics`;
  return {
    url: server.url,
    adminUrl: adminServer?.url,
    metricsUrl,
    log,
    ...(isFirst &&
      dashboard && {
        announce: () =>
          announceFirstRun({
            api: standalone.api,
            dashboardUrl: `${dashboard.origin ?? localUrl}${dashboard.basePath ?? defaultDashboardPath}`,
            log,
            isJson: settings.log.format === "json",
          }),
      }),
    stop: () => shutDown(parts, shutdownTimeout),
    kill,
  };
}

const noTracer =
  "--otel exports no traces: no SDK of OpenTelemetry was started in this process, or its @opentelemetry/api is older than Postern's. See docs/operating.md";

/** Warns of webhooks that this server cannot sign. Their events wait, and are then given up. */
async function warnOfUnsigned(storage: AtomicDriver, { api }: ServeSettings, log: Log): Promise<void> {
  try {
    const { secret } = api;
    const unsigned = await describeUnsigned(storage, typeof secret === "string" ? [secret] : secret);
    if (unsigned !== undefined) log.message("warn", `${unsigned.detail}. To mend it, ${unsigned.remedy}`);
  } catch (error) {
    log.message("warn", "Cannot check whether webhooks can be signed", error);
  }
}

/** Warns if Redis keeps nothing after it ends: every host would lose quotas, keys and posts. */
async function warnOfLoss(storage: AtomicDriver, log: Log): Promise<void> {
  if (!("losesAllAtEnd" in storage) || !(await (storage as RedisDriver).losesAllAtEnd())) return;
  log.message(
    "warn",
    'Redis loses all data when it stops: it has neither an append-only file nor snapshots. Set "appendonly yes"; see docs/stores/redis.md',
  );
}
