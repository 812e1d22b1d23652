import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import {
  createPublicApi,
  InvalidOptionError,
  StoreUnavailableError,
  WeakStorageError,
} from "../../lib/mod.ts";
import { systemRandomBytes } from "../../lib/base/secrets/random.ts";
import { openStore, type Store } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";

const clock = new ManualClock();
const open = (driver = memoryDriver({ clock })): Store =>
  openStore(driver, { deployment: "process", clock, randomBytes: systemRandomBytes });
const partition = ["p"];

describe("the store", () => {
  it("stores data in a versioned envelope, and refuses a later version", async () => {
    const driver = memoryDriver({ clock });
    const store = open(driver);
    await store.commit(partition, { sets: [{ key: ["a"], data: { n: 1 } }] });
    expect((await driver.atomic.getMany([{ partition: "p", key: "a" }]))[0]?.value).toEqual({
      schemaVersion: 1,
      data: { n: 1 },
    });
    await driver.atomic.commit("p", { sets: [{ key: "a", value: { schemaVersion: 2, data: {} } }] });
    await expect(store.get({ partition, key: ["a"] })).rejects.toThrow(/schema version is 2, .* up to 1;/);
  });

  it("lists all records of a prefix in pages, from either end", async () => {
    const store = open();
    const keys = Array.from({ length: 25 }, (_, index) => ["n", index]);
    await store.commit(partition, {
      sets: [...keys, ["n"], ["na"], ["o", 1]].map((key) => ({ key, data: { key } })),
    });
    for (const reverse of [false, true]) {
      for (const pageSize of [1, 5, 24, 25, 26]) {
        const found: unknown[] = [];
        for await (const { data } of store.listAll<{ key: unknown }>(
          partition,
          { prefix: ["n"], reverse },
          pageSize,
        )) {
          found.push(data.key);
        }
        expect(found).toEqual(reverse ? keys.toReversed() : keys);
      }
    }
  });

  it("lists between two keys", async () => {
    const store = open();
    await store.commit(partition, { sets: [1, 2, 3, 4].map((n) => ({ key: ["n", n], data: { n } })) });
    const list = async (reverse: boolean): Promise<unknown[]> => {
      const options = { prefix: ["n"], from: ["n", 2], to: ["n", 4], limit: 9, reverse };
      return (await store.list<{ n: number }>(partition, options)).map(({ data }) => data.n);
    };
    expect([await list(false), await list(true)]).toEqual([
      [2, 3],
      [3, 2],
    ]);
  });

  it("throws one error for every failure of an engine, with its cause", async () => {
    const cause = new Error("disk full");
    const fail = (): Promise<never> => Promise.reject(cause);
    const atomic = { scope: "process", durability: "none", getMany: fail, list: fail, commit: fail } as const;
    const store = open({ ...memoryDriver(), atomic });
    for (const attempt of [
      () => store.get({ partition, key: ["a"] }),
      () => store.list(partition, { prefix: [], limit: 1 }),
      () => store.commit(partition, {}),
    ]) {
      const error = await attempt().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StoreUnavailableError);
      expect(error).toMatchObject({ message: expect.stringContaining("disk full"), cause });
    }
  });
});

describe("the storage of the API", () => {
  it.each([
    ["a driver", memoryDriver()],
    ["an unstorage storage of a driver", createStorage({ driver: memoryDriver() })],
    ["any other unstorage storage", createStorage()],
  ])("can be %s, in one process", async (_name, storage) => {
    const api = createPublicApi({ storage });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    expect((await api.organizations.get("acme"))?.name).toBe("Acme");
  });

  it.each(["host", "cluster"] as const)("is refused if its atomicity does not cover a %s", (deployment) => {
    expect(() => createPublicApi({ storage: memoryDriver(), deployment })).toThrow(WeakStorageError);
    expect(() => createPublicApi({ storage: memoryDriver(), deployment })).toThrow(
      new RegExp(`"memory" is atomic within one process, .* "${deployment}"$`),
    );
    expect(() => createPublicApi({ storage: createStorage(), deployment })).toThrow(WeakStorageError);
  });

  it("is recognized by its contract, even inside a wrapper", async () => {
    const driver = memoryDriver();
    const api = createPublicApi({ storage: createStorage({ driver }) });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    expect(await driver.atomic.list("organizations", { limit: 9 })).toHaveLength(1);
  });

  it("is refused if it is neither", () => {
    const neither = { getItem: () => null, hasItem: () => false, getKeys: () => [] } as never;
    expect(() => createPublicApi({ storage: neither })).toThrow(InvalidOptionError);
    expect(() => createPublicApi({ storage: neither })).toThrow(/neither/);
  });
});
