import type { AtomicDriver } from "../../lib/store/mod.ts";
import { upgradeStore } from "../../lib/moving/entry.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

/** Returns the version of a store, or undefined if it has none. */
export async function storeVersion({ atomic }: AtomicDriver): Promise<unknown> {
  const [record] = await atomic.getMany([{ partition: "store", key: "schema" }]);
  return record?.value["version"];
}

/** Returns the version of the stores that this version of Postern writes. */
export async function currentVersion(): Promise<number> {
  const fresh = memoryDriver();
  await upgradeStore(fresh);
  return Number(await storeVersion(fresh));
}

/** Wraps a driver, so that an API over it writes no version into a new store, like the versions of version 1. */
export function withoutStoreVersion(driver: AtomicDriver): AtomicDriver {
  const { atomic } = driver;
  return {
    ...driver,
    atomic: forwardAtomic(atomic, {
      commit: (partition, changes) =>
        partition === "store"
          ? { committed: true, version: "", sums: [] }
          : atomic.commit(partition, changes),
    }),
  };
}
