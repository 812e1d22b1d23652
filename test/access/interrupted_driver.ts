import type { AtomicDriver } from "../../lib/mod.ts";
import type { AtomicOperations } from "../../lib/store/mod.ts";

/** A wrapper around each call of the storage contract, so that a test decides when it runs. */
type Call = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** Creates a driver that passes every call to a function. It has no optional members. */
export function interceptedDriver(driver: AtomicDriver, call: Call): AtomicDriver {
  const { atomic } = driver;
  const operations: AtomicOperations = {
    scope: atomic.scope,
    durability: atomic.durability,
    getMany: (addresses) => call(async () => atomic.getMany(addresses)),
    list: (partition, range) => call(async () => atomic.list(partition, range)),
    commit: (partition, changes) => call(async () => atomic.commit(partition, changes)),
  };
  return { ...driver, atomic: operations };
}

/**
 * Creates a driver that fails after some calls, as if the process were killed.
 *
 * @param options.calls number of calls before the first failure
 * @param options.isLastDone true if the first failing call still reaches the store
 */
export function interruptedDriver(
  driver: AtomicDriver,
  { calls, isLastDone }: { calls: number; isLastDone: boolean },
): { driver: AtomicDriver; hasFailed: () => boolean } {
  let count = 0;
  const interrupted = interceptedDriver(driver, async (run) => {
    if (++count <= calls) return run();
    if (count === calls + 1 && isLastDone) await run();
    throw new Error("The process was killed");
  });
  return { driver: interrupted, hasFailed: () => count > calls };
}
