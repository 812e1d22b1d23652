import type { Awaitable } from "../../lib/awaitable.ts";
import type { AtomicDriver } from "../../lib/mod.ts";

/** A call of the storage contract, and in which turn of the event loop it was made. */
export interface DriverCall {
  operation: "getMany" | "list" | "commit";
  turn: number;
}

/**
 * A driver that writes down each call and answers it in a later turn of the event loop, as one across a network does: calls
 * of the same turn wait for nothing but each other. It has none of the members that a driver may leave out: with them, fewer calls are made.
 */
export function recordingDriver(driver: AtomicDriver): { driver: AtomicDriver; calls: DriverCall[] } {
  const calls: DriverCall[] = [];
  let turn = 0;
  let isTurning = false;
  const turnLater = (): void => {
    if (isTurning) return;
    isTurning = true;
    setImmediate(() => {
      turn++;
      isTurning = false;
    });
  };
  const record = async <Result>(
    operation: DriverCall["operation"],
    call: () => Awaitable<Result>,
  ): Promise<Result> => {
    calls.push({ operation, turn });
    turnLater();
    await new Promise((resolve) => setImmediate(resolve));
    return call();
  };
  const { atomic } = driver;
  return {
    calls,
    driver: {
      ...driver,
      atomic: {
        scope: atomic.scope,
        durability: atomic.durability,
        getMany: (addresses) => record("getMany", () => atomic.getMany(addresses)),
        list: (partition, range) => record("list", () => atomic.list(partition, range)),
        commit: (partition, changes) => record("commit", () => atomic.commit(partition, changes)),
      },
    },
  };
}
