import { createStorage, type Storage } from "unstorage";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AtomicDriver } from "../lib/mod.ts";
import type { OpenEngine } from "../lib/store/testing/mod.ts";
import { unstorageDriver } from "../storage-drivers/unstorage_driver.ts";
import { ManualClock } from "./manual_clock.ts";

/** Tests the methods that unstorage calls, as its own tests of drivers do. */
export function describeItems(name: string, openEngine: (clock: ManualClock) => Promise<OpenEngine>): void {
  describe(`items of unstorage: ${name}`, () => {
    let engine: OpenEngine;
    let driver: AtomicDriver;
    let storage: Storage;
    const keys = async (base?: string): Promise<string[]> => (await storage.getKeys(base)).toSorted();

    beforeEach(async () => {
      engine = await openEngine(new ManualClock());
      driver = unstorageDriver(name, engine.atomic, () => undefined);
      storage = createStorage({ driver });
    });
    afterEach(async () => engine.close());

    it("has nothing at first, and can be cleared when empty", async () => {
      expect(await storage.hasItem("s1:a")).toBe(false);
      expect(await storage.getItem("s1:a")).toBeNull();
      expect(await keys()).toEqual([]);
      await storage.clear();
      expect(await keys()).toEqual([]);
    });

    it("stores, lists and removes items, with and without a base", async () => {
      for (const key of ["s1:a", "s1:b:c", "s2:a", "top", "s3:a?q=1"])
        await storage.setItem(key, `is ${key}`);
      expect(await storage.hasItem("s1:a")).toBe(true);
      expect(await storage.getItem("s1:b:c")).toBe("is s1:b:c");
      expect(await storage.getItem("s3:a?q=2")).toBe("is s3:a?q=1");
      expect(await keys()).toEqual(["s1:a", "s1:b:c", "s2:a", "s3:a", "top"]);
      expect(await keys("s1")).toEqual(["s1:a", "s1:b:c"]);
      expect(await storage.getKeys("", { maxDepth: 0 })).toEqual(["top"]);
      expect((await storage.getKeys(undefined, { maxDepth: 1 })).toSorted()).toEqual([
        "s1:a",
        "s2:a",
        "s3:a",
        "top",
      ]);
      await storage.removeItem("s2:a");
      expect([await storage.hasItem("s2:a"), await storage.getItem("s2:a")]).toEqual([false, null]);
      // unstorage itself passes a base only to a driver that is mounted there.
      await driver.clear?.("s1:");
      expect(await keys()).toEqual(["s3:a", "top"]);
      await storage.clear();
      expect(await keys()).toEqual([]);
    });

    it.each<[string, unknown, unknown]>([
      ["an object", { json: "works", deep: [1, null] }, { json: "works", deep: [1, null] }],
      ["true", true, true],
      ["false", false, false],
      ["zero", 0, 0],
      ["a text", "Grüße 😀", "Grüße 😀"],
      ["an object that becomes a text", { toJSON: () => "SERIALIZED" }, "SERIALIZED"],
      ["an object that becomes another", { toJSON: () => ({ is: "other" }) }, { is: "other" }],
    ])("returns %s", async (_name, value, read) => {
      await storage.setItem("/data/item.json", value as string);
      expect(await storage.getItem("/data/item.json")).toEqual(read);
    });

    it("refuses an object of a class, and stores nothing", async () => {
      await expect(storage.setItem("a", new Map())).rejects.toThrow("Cannot stringify");
      expect(await keys()).toEqual([]);
    });

    it("returns raw bytes", async () => {
      const bytes = Uint8Array.of(1, 2, 0, 255);
      await storage.setItemRaw("/data/raw.bin", bytes);
      const read = await storage.getItemRaw<Uint8Array>("/data/raw.bin");
      expect([...(read ?? [])]).toEqual([...bytes]);
    });

    it("stores and reads several items at once", async () => {
      await storage.setItems([
        { key: "t:1", value: "one" },
        { key: "t:2", value: "two" },
      ]);
      expect(await storage.getItems([{ key: "t:1" }, "t:2?q=1", "t:3"])).toEqual([
        { key: "t:1", value: "one" },
        { key: "t:2", value: "two" },
        { key: "t:3", value: null },
      ]);
    });
  });
}
