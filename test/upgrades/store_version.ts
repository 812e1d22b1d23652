import type { AtomicDriver } from "../../lib/store/mod.ts";
import { upgradeStore } from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

/** Returns the version of a store, or undefined if it has none. */
export async function storeVersion({ atomic }: AtomicDriver): Promise<unknown> {
  const [record] = await atomic.list("store", { limit: 10 });
  return record?.value["version"];
}

/** Returns the version of the stores that this version of Postern writes. */
export async function currentVersion(): Promise<number> {
  const fresh = memoryDriver();
  await upgradeStore(fresh);
  return Number(await storeVersion(fresh));
}
