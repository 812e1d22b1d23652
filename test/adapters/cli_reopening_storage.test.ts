import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { openStorageForBulk } from "../../adapters/cli/store/open_storage.ts";
import { reopeningStorage } from "../../adapters/cli/store/reopening_storage.ts";
import { createPublicApi } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { migrateStore } from "../../lib/moving/entry.ts";
import { lmdbLimits } from "../../storage-drivers/lmdb/records/record_store.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { closedAfterUse } from "../storage-drivers/_open_driver.ts";

const records = 400;
/** Size of a record. All records together have some 200 MB. */
const bytes = 500_000;
const mostMegabytes = 100;

/** Returns the memory of mapped files, such as LMDB's; 0 if the kernel does not report it. */
function mappedMegabytes(): number {
  if (process.platform !== "linux") return 0;
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(/^RssFile:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

const keyOf = (index: number): string => String(index).padStart(4, "0");

describe("a store for work on all records", () => {
  it("keeps little of it in memory, and loses nothing while it is reopened", async () => {
    const path = scratchDirectory();
    const before = mappedMegabytes();
    // The process also holds what other tests left behind, and frees it at any time. Only the store's share is counted here.
    const rss = vi.spyOn(process.memoryUsage, "rss");
    if (process.platform === "linux")
      rss.mockImplementation(() => 200_000_000 + (mappedMegabytes() - before) * 1_000_000);
    releaseAfterUse(() => rss.mockRestore());
    let opened = 0;
    const open = async (): Promise<AtomicDriver> => {
      opened++;
      return lmdbDriver({ path });
    };
    const storage = closedAfterUse(reopeningStorage(await open(), open));
    const { atomic } = storage;
    expect(atomic.limits).toBe(lmdbLimits);
    const indexes = Array.from({ length: records }, (_, index) => index);
    const value = { text: "x".repeat(bytes) };
    for (const index of indexes) await atomic.commit("p", { sets: [{ key: keyOf(index), value }] });
    let most = 0;
    for (const index of indexes) {
      const read = await Promise.all([
        atomic.getMany([{ partition: "p", key: keyOf(index) }]),
        atomic.commit("q", { sums: [{ key: "count", add: 1 }] }),
      ]);
      expect(read[0][0]?.value["text"]).toHaveLength(bytes);
      most = Math.max(most, mappedMegabytes() - before);
    }
    expect(opened).toBeGreaterThan(1);
    expect(most).toBeLessThan(mostMegabytes);
    const [count] = await atomic.getMany([{ partition: "q", key: "count" }]);
    expect(count?.value["sum"]).toBe(records);
  });

  it("warns once about an unfinished migration, however often it is reopened", async () => {
    const path = scratchDirectory();
    const target = lmdbDriver({ path });
    const source = memoryDriver();
    await createPublicApi({ storage: source }).users.create({ name: "Ada" });
    await migrateStore(source, target, { sourceName: "memory:", signal: AbortSignal.abort() });
    await target.dispose?.();
    const warned = vi.spyOn(console, "error").mockReturnValue();
    const rss = vi.spyOn(process.memoryUsage, "rss").mockReturnValue(1_000_000_000);
    releaseAfterUse(() => vi.restoreAllMocks());
    const storage = await openStorageForBulk(`lmdb:${path}`);
    const address = { partition: "p", key: "k" };
    for (let read = 0; read < 100; read++) await storage.atomic.getMany([address]);
    // Three memory checks, and two more for the reopened store.
    expect(rss).toHaveBeenCalledTimes(5);
    expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("has not finished"));
    await storage.dispose?.();
  });

  it("fails with the error of the reopening", async () => {
    const path = scratchDirectory();
    const open = async (): Promise<AtomicDriver> => lmdbDriver({ path });
    const storage = reopeningStorage(
      await open(),
      vi.fn<typeof open>().mockRejectedValue(new Error("Cannot open the store: it is gone")),
    );
    const fill = async (): Promise<void> => {
      for (let index = 0; index < records; index++) {
        const value = { text: "x".repeat(bytes) };
        await storage.atomic.commit("p", { sets: [{ key: keyOf(index), value }] });
        await storage.atomic.getMany([{ partition: "p", key: keyOf(index) }]);
      }
    };
    await expect(fill()).rejects.toThrow("Cannot open the store: it is gone");
    await expect(storage.dispose?.()).rejects.toThrow("it is gone");
  });
});
