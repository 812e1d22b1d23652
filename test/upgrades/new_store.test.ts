import { describe, expect, it, vi } from "vitest";
import { createPublicApi, StoreUnavailableError } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { exportRecords, importRecords, migrateStore, upgradeStore } from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { stores } from "../transfer/_stores.ts";
import { currentVersion, storeVersion } from "./store_version.ts";

const acme = { slug: "acme", name: "Acme", siteUrl: "https://acme.example" };

async function openSource(): Promise<AtomicDriver> {
  const storage = memoryDriver();
  const api = createPublicApi({ storage });
  await api.organizations.create(acme);
  await api.posts.create("acme", { name: "Hello" });
  return storage;
}

const creations: [name: string, create: (storage: AtomicDriver) => Promise<unknown>][] = [
  ["the first organization", async (storage) => createPublicApi({ storage }).organizations.create(acme)],
  ["the first put organization", async (storage) => createPublicApi({ storage }).organizations.put(acme)],
  ["the first user", async (storage) => createPublicApi({ storage }).users.create({ name: "Ada" })],
  ["an import", async (storage) => importRecords(storage, exportRecords(await openSource()))],
  ["a migration", async (storage) => migrateStore(await openSource(), storage, { sourceName: "memory:" })],
];

describe.each(stores)("a new store in %s", (_name, open) => {
  it.each(creations)("has the present version after %s", async (_creation, create) => {
    const { storage, close } = await open(new ManualClock());
    await create(storage);
    const onUpgrade = vi.fn<() => void>();
    await upgradeStore(storage, { onUpgrade });
    expect(onUpgrade).not.toHaveBeenCalled();
    expect(await storeVersion(storage)).toBe(await currentVersion());
    await close();
  });
});

it.each(creations.slice(0, 3))("a store of version 1 keeps its version after %s", async (_name, create) => {
  const storage = memoryDriver();
  const api = createPublicApi({ storage });
  await api.organizations.create({ ...acme, slug: "earlier" });
  await storage.atomic.commit("store", { deletes: ["schema"] });
  await create(storage);
  expect(await storeVersion(storage)).toBeUndefined();
});

it("the first organization is created again after the store could not be read", async () => {
  const driver = memoryDriver();
  let fails = true;
  const getMany: typeof driver.atomic.getMany = (addresses) => {
    if (fails) throw new Error("no connection");
    return driver.atomic.getMany(addresses);
  };
  const storage = { ...driver, atomic: forwardAtomic(driver.atomic, { getMany }) };
  const { organizations } = createPublicApi({ storage });
  await expect(organizations.create(acme)).rejects.toThrow(StoreUnavailableError);
  fails = false;
  await organizations.create(acme);
  expect(await storeVersion(storage)).toBe(await currentVersion());
});
