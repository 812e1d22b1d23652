import type { AtomicDriver, AtomicOperations } from "../../lib/store/mod.ts";
import { collectGarbage } from "./collect_garbage.ts";
import { unstorageDriver } from "../../storage-drivers/unstorage_driver.ts";

type OpenStorage = () => Promise<AtomicDriver>;

/** The size of the process, in bytes, at which its store is opened anew. */
const mostMemory = 230_000_000;
/** By how much the process may have grown since then all the same: what is its own may be that large. */
const leastGrowth = 16_000_000;
/** After how many operations that is looked at. */
const interval = 32;

/**
 * A store for work that goes through all of it. LMDB reads its files through memory: what was read once counts as the process's
 * own until the files are closed, up to all of the store. So they are closed and opened again now and then, between operations.
 */
export function reopeningStorage(driver: AtomicDriver, open: OpenStorage): AtomicDriver {
  const engine = new ReopeningEngine(driver, open);
  return unstorageDriver(driver.name ?? "unnamed", engine, () => engine.close());
}

class ReopeningEngine implements AtomicOperations {
  readonly scope: AtomicOperations["scope"];
  readonly durability: AtomicOperations["durability"];
  readonly #open: OpenStorage;
  readonly #running = new Set<Promise<unknown>>();
  #driver: AtomicDriver;
  #reopening: Promise<void> | undefined;
  #operations = 0;
  #mostMemory = mostMemory;

  constructor(driver: AtomicDriver, open: OpenStorage) {
    this.scope = driver.atomic.scope;
    this.durability = driver.atomic.durability;
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
      if (++this.#operations % interval === 0 && process.memoryUsage.rss() > this.#mostMemory)
        this.#beginReopening();
    }
  }

  #beginReopening(): void {
    this.#reopening ??= this.#reopen();
    // When it fails, every further operation does.
    this.#reopening.catch(() => undefined);
  }

  async #reopen(): Promise<void> {
    await Promise.allSettled(this.#running);
    // Opening the store anew would take over another store in its place.
    await this.#driver.atomic.assertInPlace?.();
    await this.#driver.dispose?.();
    this.#driver = await this.#open();
    if (process.memoryUsage.rss() > mostMemory) collectGarbage();
    this.#mostMemory = Math.max(mostMemory, process.memoryUsage.rss() + leastGrowth);
    this.#reopening = undefined;
  }
}
