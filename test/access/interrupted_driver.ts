import type { AtomicDriver } from "../../lib/mod.ts";
import type { AtomicOperations } from "../../lib/store/mod.ts";

/** A call of the storage contract, which the test runs when it wants. */
type Call = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** A driver of which every call goes through a function. It has none of the optional members. */
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
 * A driver that fails from a call on, as for a process that is killed then.
 *
 * @param options.calls the number of calls before
 * @param options.isLastDone whether the first call that fails reaches the store all the same
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
