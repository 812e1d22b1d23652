import { upgradeStore } from "../../lib/upgrades/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

/** Returns the version of the stores that this version of Postern writes. */
export async function currentVersion(): Promise<number> {
  const storage = memoryDriver();
  await upgradeStore(storage);
  const [marker] = await storage.atomic.list("store", { limit: 1 });
  return Number(marker?.value["version"]);
}
