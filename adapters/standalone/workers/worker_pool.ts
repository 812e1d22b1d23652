import cluster, { type Worker } from "node:cluster";
import { on, once } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../log/log.ts";
import { Backoff } from "./backoff.ts";
import { closeLostConnections } from "./close_lost_connections.ts";
import { drainWorker, workerNumber } from "./worker_messages.ts";

/** Options of {@link WorkerPool}. */
export interface WorkerPoolOptions {
  size: number;
  /** Number of addresses that each worker listens on. Default: 1. */
  listeners?: number;
  /** Milliseconds that a worker has to finish its pending requests. It is killed 2 seconds later. */
  shutdownTimeout: number;
  log: Pick<Log, "message">;
  /** Waits before a worker is restarted. May reject when its signal reports that the pool stops. Default: a timer. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The place of a worker. A worker that ends there is replaced. */
interface Place {
  number: number;
  worker: Worker;
  startedAt: number;
  backoff: Backoff;
  /** True while a reload replaces the worker. Nothing else may replace it then. */
  isReloading: boolean;
}

/** A worker ended before it listened. */
class WorkerEndedError extends Error {
  override name = "WorkerEndedError";
}

/** Milliseconds beyond its own deadline after which a worker is killed. */
const killGrace = 2000;

/** Manages the worker processes from the primary process: starts, replaces, reloads and stops them. */
export class WorkerPool {
  readonly #options: Required<WorkerPoolOptions>;
  readonly #places: Place[] = [];
  readonly #stopping = new AbortController();
  #reloading: Promise<void> | undefined;
  #isReloadWanted = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = { listeners: 1, pause: timer, ...options };
  }

  /**
   * Starts all workers and waits until they listen.
   *
   * @throws {Error} if a worker ends before it listens; it has already logged the reason
   */
  async start(): Promise<void> {
    // The first worker alone reports an unusable address or store.
    await this.#fill(1);
    const others = Array.from({ length: this.#options.size - 1 }, (_, index) => index + 2);
    await Promise.all(others.map((number) => this.#fill(number)));
  }

  async #fill(number: number): Promise<void> {
    const worker = fork(number);
    const place = {
      number,
      worker,
      startedAt: performance.now(),
      backoff: new Backoff(),
      isReloading: false,
    };
    await untilListening(worker, this.#options.listeners);
    this.#places.push(place);
    this.#watch(place);
  }

  /**
   * Replaces the workers one after another. Each new worker listens before the old worker stops. If a new worker fails, the remaining old
   * workers continue.
   */
  async reload(): Promise<void> {
    this.#isReloadWanted = true;
    this.#reloading ??= this.#reloadWhileWanted().finally(() => (this.#reloading = undefined));
    await this.#reloading;
  }

  /** Makes all workers finish their pending requests, and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(runningWorkers().map(async (worker) => this.#retire(worker)));
  }

  /** Kills all workers immediately. */
  kill(): void {
    this.#stopping.abort();
    for (const worker of runningWorkers()) worker.process.kill("SIGKILL");
  }

  async #reloadWhileWanted(): Promise<void> {
    const { log } = this.#options;
    while (this.#isReloadWanted && !this.#stopping.signal.aborted) {
      this.#isReloadWanted = false;
      log.message("info", "Reloading: replacing one worker after another");
      try {
        for (const place of this.#places) await this.#replace(place);
        log.message("info", "Reloaded");
      } catch (error) {
        log.message(
          "error",
          "Cannot reload: a new worker did not start. The remaining workers continue",
          error,
        );
      }
    }
  }

  async #replace(place: Place): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    place.isReloading = true;
    const before = place.worker;
    try {
      const worker = fork(place.number);
      await untilListening(worker, this.#options.listeners);
      Object.assign(place, { worker, startedAt: performance.now(), backoff: new Backoff() });
      this.#watch(place);
    } finally {
      place.isReloading = false;
      if (place.worker === before && before.isDead()) void this.#restart(place);
    }
    await this.#retire(before);
  }

  /** Replaces the worker of a place if it ends unexpectedly. */
  #watch(place: Place): void {
    const { worker } = place;
    worker.once("exit", (code: number, signal: string | null) => {
      if (place.worker !== worker || this.#stopping.signal.aborted) return;
      const reason = signal ?? `code ${code}`;
      const which = `Worker ${place.number} (process ${worker.process.pid}) ended with ${reason}`;
      this.#options.log.message("error", `${which}; a new worker replaces it`);
      if (!place.isReloading) void this.#restart(place);
    });
  }

  async #restart(place: Place): Promise<void> {
    const { signal } = this.#stopping;
    const ended = place.worker;
    const delay = place.backoff.next(performance.now() - place.startedAt);
    await this.#options.pause(delay, signal).catch(() => undefined);
    // A reload may have replaced the worker in the meantime.
    if (signal.aborted || place.isReloading || place.worker !== ended) return;
    place.worker = fork(place.number);
    place.startedAt = performance.now();
    this.#watch(place);
  }

  /** Makes a worker finish its pending requests, and kills it if it does not end in time. */
  async #retire(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    const { shutdownTimeout, log } = this.#options;
    const ended = once(worker, "exit");
    const timer = setTimeout(() => {
      log.message("warn", `Killed the process ${worker.process.pid}: it did not stop in time`);
      worker.process.kill("SIGKILL");
    }, shutdownTimeout + killGrace);
    drainWorker(worker);
    await ended;
    clearTimeout(timer);
  }
}

async function timer(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal });
}

function runningWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

function fork(number: number): Worker {
  const worker = cluster.fork({ [workerNumber]: String(number) });
  closeLostConnections(worker);
  return worker;
}

async function untilListening(worker: Worker, listeners: number): Promise<void> {
  const watching = new AbortController();
  const { signal } = watching;
  const ended = once(worker, "exit", { signal }).then(([code]: unknown[]) => {
    throw new WorkerEndedError(
      `Cannot start a worker: it ended with code ${String(code)} before it listened`,
    );
  });
  try {
    await Promise.race([listening(worker, listeners, signal), ended]);
  } finally {
    watching.abort();
  }
}

/** Resolves when a worker listens on all of its addresses. */
async function listening(worker: Worker, listeners: number, signal: AbortSignal): Promise<void> {
  let left = listeners;
  for await (const _address of on(worker, "listening", { signal })) if (--left === 0) return;
}
