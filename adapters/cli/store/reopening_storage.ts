import type { AtomicDriver, AtomicOperations, StoreLimits } from "../../../lib/store/mod.ts";
import { unstorageDriver } from "../../../storage-drivers/unstorage_driver.ts";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: unknown;

/** Frees unused memory immediately, because V8 lets a process grow by some 60 MB first. Does nothing on other engines. */
function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("globalThis.gc ?? null");
  }
  if (typeof collect === "function") collect();
}

type OpenStorage = () => Promise<AtomicDriver>;

/** Resident memory of the process, in bytes, at which the store is reopened. */
const maxMemory = 230_000_000;
/** Minimum growth, in bytes, before the store is reopened again: the process may need more than `maxMemory` without the store. */
const minGrowth = 16_000_000;
/** Number of operations between two memory checks. */
const checkInterval = 32;

/**
 * Wraps an LMDB store for work on all records. LMDB maps its files into memory, so every page that was read counts as the process's
 * memory until the files are closed. The wrapper therefore reopens the store from time to time, between operations.
 */
export function reopeningStorage(driver: AtomicDriver, open: OpenStorage): AtomicDriver {
  const engine = new ReopeningEngine(driver, open);
  return unstorageDriver(driver.name ?? "unnamed", engine, () => engine.close());
}

class ReopeningEngine implements AtomicOperations {
  readonly scope: AtomicOperations["scope"];
  readonly durability: AtomicOperations["durability"];
  readonly limits?: StoreLimits;
  readonly #open: OpenStorage;
  readonly #running = new Set<Promise<unknown>>();
  #driver: AtomicDriver;
  #reopening: Promise<void> | undefined;
  #operations = 0;
  #maxMemory = maxMemory;

  constructor(driver: AtomicDriver, open: OpenStorage) {
    this.scope = driver.atomic.scope;
    this.durability = driver.atomic.durability;
    if (driver.atomic.limits !== undefined) this.limits = driver.atomic.limits;
    this.#driver = driver;
    this.#open = open;
  }

  getMany(...args: Parameters<AtomicOperations["getMany"]>): ReturnType<AtomicOperations["getMany"]> {
    return this.#run((atomic) => atomic.getMany(...args));
  }

  list(...args: Parameters<AtomicOperations["list"]>): ReturnType<AtomicOperations["list"]> {
    return this.#run((atomic) => atomic.list(...args));
  }

  commit(...args: Parameters<AtomicOperations["commit"]>): ReturnType<AtomicOperations["commit"]> {
    return this.#run((atomic) => atomic.commit(...args));
  }

  async close(): Promise<void> {
    await this.#reopening;
    await this.#driver.dispose?.();
  }

  async #run<Result>(operate: (atomic: AtomicOperations) => Result | Promise<Result>): Promise<Result> {
    while (this.#reopening !== undefined) await this.#reopening;
    const operation = (async () => operate(this.#driver.atomic))();
    this.#running.add(operation);
    try {
      return await operation;
    } finally {
      this.#running.delete(operation);
      if (++this.#operations % checkInterval === 0 && process.memoryUsage.rss() > this.#maxMemory)
        this.#beginReopening();
    }
  }

  #beginReopening(): void {
    this.#reopening ??= this.#reopen();
    // If it fails, every further operation rejects with the same error.
    this.#reopening.catch(() => undefined);
  }

  async #reopen(): Promise<void> {
    await Promise.allSettled(this.#running);
    // If the store's files were replaced, reopening would continue on a different store.
    await this.#driver.atomic.assertInPlace?.();
    await this.#driver.dispose?.();
    this.#driver = await this.#open();
    if (process.memoryUsage.rss() > maxMemory) collectGarbage();
    this.#maxMemory = Math.max(maxMemory, process.memoryUsage.rss() + minGrowth);
    this.#reopening = undefined;
  }
}
