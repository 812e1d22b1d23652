import { describe, expect, it } from "vitest";
import type { AtomicDriver } from "../../lib/mod.ts";
import type { Batch, BatchResult } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { World } from "../api/world.ts";
import { forwardAtomic } from "../forward_atomic.ts";

/** Creates a driver whose counts can fail in ways that the contract does not allow. */
function failingCounts(driver: AtomicDriver, isGathering: boolean): { driver: AtomicDriver; fail: boolean } {
  const { atomic } = driver;
  const failing = { driver, fail: false };
  const query = async (batch: Batch): Promise<BatchResult> => {
    const result = (await atomic.query?.(batch)) ?? { counts: [], reads: [] };
    if (!failing.fail) return result;
    return { ...result, counts: batch.counts.map(async () => Promise.reject(new Error("lost"))) };
  };
  const atEndOfTick = isGathering ? (run: () => void): void => void setImmediate(run) : undefined;
  failing.driver = { ...driver, atomic: forwardAtomic(atomic, { query, atEndOfTick }) };
  return failing;
}

describe.each([true, false])("counts whose promises reject, gathered in a tick: %s", (isGathering) => {
  it("return 503, and the key works again when the store is back", async () => {
    let failing = { fail: false };
    const world = await World.open(async (clock) => {
      const opened = failingCounts(memoryDriver({ clock }), isGathering);
      failing = opened;
      return { storage: opened.driver, close: () => undefined };
    });
    const { key } = await world.createKey();
    const statuses = async (): Promise<number[]> =>
      Promise.all(Array.from({ length: 3 }, async () => (await world.get("/post/acme", key)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    failing.fail = true;
    expect(await statuses()).toEqual([503, 503, 503]);
    failing.fail = false;
    expect(await statuses()).toEqual([200, 200, 200]);
  });
});
