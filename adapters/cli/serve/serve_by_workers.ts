import cluster from "node:cluster";
import { performance } from "node:perf_hooks";
import { AggregatorRegistry } from "prom-client";
import type { AtomicScope } from "../../../lib/mod.ts";
import { originOf, unixOriginOf } from "../../serving/serve_options.ts";
import { Log } from "../../standalone/log/log.ts";
import { startMetrics } from "../../standalone/start_metrics.ts";
import { WorkerPool } from "../../standalone/workers/worker_pool.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { exitCodes } from "../frame/exit/exit_codes.ts";
import { EarlyServers } from "./early_servers.ts";
import { listen } from "./listen.ts";
import { openWhenStarted } from "./open_when_started.ts";
import type { Serving } from "./serve_here.ts";
import type { ServeSettings } from "./serve_settings.ts";

/** Options of {@link serveByWorkers}. */
interface WorkersOptions {
  /** Number of workers. */
  size: number;
  /** Its abortion ends the wait for a store that is starting. */
  signal: AbortSignal;
}

/** Serves with worker processes that run the same command, and supervises them. SIGHUP replaces them one after the other. */
export async function serveByWorkers(
  settings: ServeSettings,
  { size, signal }: WorkersOptions,
): Promise<Serving> {
  const { adminAddress, metricsAddress, shutdownTimeout } = settings;
  const log = new Log(settings.log, { isShared: true });
  const scope = await scopeOfStarted(settings, { log, signal });
  if (scope === "process" && size > 1) refuseStorage(settings.storage, size);
  const aggregator = new AggregatorRegistry();
  const metrics = { contentType: aggregator.contentType, text: () => aggregator.clusterMetrics() };
  const metricsServer = metricsAddress && (await listen((at) => startMetrics(metrics, at), metricsAddress));
  const listeners = adminAddress === undefined ? 1 : 2;
  const pool = new WorkerPool({ size, listeners, shutdownTimeout, log });
  const started = startAll(pool);
  process.on("SIGHUP", () => void started.then(() => pool.reload()));
  process.on("exit", () => pool.kill());
  const [url = "", adminUrl] = await started;
  const stop = async (): Promise<void> => {
    const end = performance.now() + shutdownTimeout;
    await pool.stop();
    await metricsServer?.close(Math.max(0, end - performance.now()));
    log.flush();
  };
  return {
    url,
    adminUrl,
    metricsUrl: metricsServer && `${metricsServer.url}/metrics`,
    log,
    stop,
    kill: () => process.exit(exitCodes.interrupted.code),
  };
}

/** Starts the workers. Returns the origins that they share: the public one, then the admin API's if it is separate. */
async function startAll(pool: WorkerPool): Promise<string[]> {
  const urls = new Set<string>();
  // The port of a Unix socket is -1.
  const add = (_worker: unknown, { address, port }: { address: string; port: number }): unknown =>
    urls.add(port === -1 ? unixOriginOf(address) : originOf(address, port));
  cluster.on("listening", add);
  try {
    await pool.start();
  } catch {
    // The worker has printed the reason.
    process.exit(1);
  }
  cluster.off("listening", add);
  return [...urls];
}

/** Waits until the store has started, and returns its scope. The workers then open it, and listen where this process has responded to probes. */
async function scopeOfStarted(
  settings: ServeSettings,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<AtomicScope> {
  const early = new EarlyServers(settings);
  try {
    const onWait = (): Promise<void> => early.start();
    const storage = await openWhenStarted(settings.storage, { ...settings, log, onWait, signal });
    await storage.dispose?.();
    return storage.atomic.scope;
  } finally {
    log.flush();
    await early.close();
  }
}

function refuseStorage(setting: string, size: number): never {
  const kind = setting.slice(0, setting.indexOf(":") + 1);
  throw new CliError(
    `Cannot serve with ${size} workers: ${kind} supports only one process. Use lmdb:DIRECTORY, sqlite:FILE, postgres://USER@HOST/DATABASE or redis://HOST:PORT`,
  );
}
