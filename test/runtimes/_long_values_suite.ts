import { describe, expect, it } from "vitest";
import type { OpenEngine } from "../../lib/store/testing/mod.ts";
import { ManualClock } from "../manual_clock.ts";

const partition = "org!acme";
const longText = (letter: string): string => `${letter}世😀`.repeat(50_000);

/** Tests records as long as a long post's HTML, on engines that limit the size of a value. */
export function describeLongValues(openEngine: (clock: ManualClock) => Promise<OpenEngine>): void {
  describe("long values", () => {
    it("are read whole, alone and in lists, and are deleted with their record", async () => {
      const engine = await openEngine(new ManualClock());
      const { atomic } = engine;
      const value = { text: longText("a") };
      await atomic.commit(partition, { sets: [{ key: "a", value }] });
      expect(await atomic.getMany([{ partition, key: "a" }])).toMatchObject([{ value }]);
      expect(await atomic.list(partition, { limit: 2 })).toMatchObject([{ key: "a", value }]);
      await atomic.commit(partition, { sets: [{ key: "a", value: { text: "short" } }] });
      expect(await atomic.getMany([{ partition, key: "a" }])).toMatchObject([{ value: { text: "short" } }]);
      await atomic.commit(partition, { deletes: ["a"] });
      expect(await atomic.list(partition, { limit: 2 })).toEqual([]);
      await engine.close();
    });

    it("are never read partly replaced", async () => {
      const engine = await openEngine(new ManualClock());
      const { atomic } = engine;
      const texts = ["a", "b", "c"].map(longText);
      const write = async (text = ""): Promise<unknown> =>
        atomic.commit(partition, { sets: [{ key: "a", value: { text } }] });
      await write(texts[0]);
      const writes = Array.from({ length: 15 }, (_, index) => write(texts[index % 3]));
      const reads = Array.from({ length: 15 }, async () => atomic.getMany([{ partition, key: "a" }]));
      await Promise.all(writes);
      for (const [record] of await Promise.all(reads)) {
        expect(texts.map((text) => ({ text }))).toContainEqual(record?.value);
      }
      await engine.close();
    });
  });
}
