import cluster, { type Worker } from "node:cluster";
import { on, once } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../log/log.ts";
import { Backoff } from "./backoff.ts";
import { closeLostConnections } from "./close_lost_connections.ts";
import { tellToDrain, workerNumber } from "./worker_messages.ts";

/** Options of {@link WorkerPool}. */
export interface WorkerPoolOptions {
  /** How many workers. */
  size: number;
  /** Addresses that each worker listens on. Default: 1. */
  listeners?: number;
  /** Milliseconds that a worker is given to answer what is under way; 2 seconds later it is killed. */
  shutdownTimeout: number;
  log: Pick<Log, "message">;
  /** Waits some milliseconds before a worker is started again; may reject when its signal says that the pool stops. Default: a timer. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A worker's place: whoever dies there is replaced. */
interface Place {
  number: number;
  worker: Worker;
  startedAt: number;
  backoff: Backoff;
  /** While a reload sets another worker in this place, nobody else does. */
  isReloading: boolean;
}

/** A worker ended before it listened. */
class WorkerEndedError extends Error {
  override name = "WorkerEndedError";
}

/** Milliseconds beyond its own deadline after which a worker is killed. */
const killGrace = 2000;

/** The processes that serve, in the primary one that does not: it starts them, replaces those that die, reloads and stops them. */
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
   * @throws {Error} when one ends before; it has told why
   */
  async start(): Promise<void> {
    // What is wrong with the address or the store, one worker tells for all.
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

  /** Replaces one worker after the other: the new one listens before the old one stops. When a new one fails, the old ones stay. */
  async reload(): Promise<void> {
    this.#isReloadWanted = true;
    this.#reloading ??= this.#reloadWhileWanted().finally(() => (this.#reloading = undefined));
    await this.#reloading;
  }

  /** Lets all workers answer what is under way, and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(runningWorkers().map(async (worker) => this.#retire(worker)));
  }

  /** Ends all workers at once. */
  kill(): void {
    this.#stopping.abort();
    for (const worker of runningWorkers()) worker.process.kill("SIGKILL");
  }

  async #reloadWhileWanted(): Promise<void> {
    const { log } = this.#options;
    while (this.#isReloadWanted && !this.#stopping.signal.aborted) {
      this.#isReloadWanted = false;
      log.message("info", "Reloading: one worker after the other is replaced");
      try {
        for (const place of this.#places) await this.#replace(place);
        log.message("info", "Reloaded");
      } catch (error) {
        log.message(
          "error",
          "Cannot reload: a new worker did not start, and those that are left go on",
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

  /** Replaces the worker of a place when it ends, unless that was wanted. */
  #watch(place: Place): void {
    const { worker } = place;
    worker.once("exit", (code: number, signal: string | null) => {
      if (place.worker !== worker || this.#stopping.signal.aborted) return;
      const reason = signal ?? `code ${code}`;
      const which = `Worker ${place.number} (process ${worker.process.pid}) ended with ${reason}`;
      this.#options.log.message("error", `${which}; another one takes its place`);
      if (!place.isReloading) void this.#restart(place);
    });
  }

  async #restart(place: Place): Promise<void> {
    const { signal } = this.#stopping;
    const ended = place.worker;
    const delay = place.backoff.next(performance.now() - place.startedAt);
    await this.#options.pause(delay, signal).catch(() => undefined);
    // A reload may have set another worker in this place meanwhile.
    if (signal.aborted || place.isReloading || place.worker !== ended) return;
    place.worker = fork(place.number);
    place.startedAt = performance.now();
    this.#watch(place);
  }

  /** Lets a worker answer what is under way, and kills one that does not end by itself. */
  async #retire(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    const { shutdownTimeout, log } = this.#options;
    const ended = once(worker, "exit");
    const timer = setTimeout(() => {
      log.message("warn", `Killed the process ${worker.process.pid}: it did not stop in time`);
      worker.process.kill("SIGKILL");
    }, shutdownTimeout + killGrace);
    tellToDrain(worker);
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
