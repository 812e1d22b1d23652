import type { Awaitable } from "../../lib/base/awaitable.ts";
import type { AtomicDriver } from "../../lib/mod.ts";

/** A call of the storage contract, and the event loop tick in which it started. */
export interface DriverCall {
  operation: "getMany" | "list" | "commit";
  turn: number;
}

/**
 * Creates a driver that records each call and responds in a later event loop tick, like a driver across a network. Calls of the same tick are
 * one round trip. The driver has no optional members, with which Postern would need fewer calls.
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
