import { describe, expect, it } from "vitest";
import { type AtomicDriver, createPublicApi, type GeneratedApiKey } from "../../lib/mod.ts";
import {
  exportRecords,
  importRecords,
  inspectStore,
  repairStore,
  type TransferRecord,
  upgradeStore,
} from "../../lib/moving/entry.ts";
import { World } from "../api/world.ts";
import { allOf, each } from "../async_items.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { memoryDriver } from "../slow_memory.ts";
import { withUnknownId } from "./forged_keys.ts";
import { storages } from "./storages.ts";

const day = 86_400_000;
const retention = 3;

const options = { keyRetentionDays: retention };
const driverOf = (world: World): AtomicDriver => world.storage as AtomicDriver;

async function namesOf({ api }: Pick<World, "api">, status?: "live" | "ended"): Promise<string[]> {
  const keys = await allOf(api.apiKeys.iterate("acme", status === undefined ? {} : { status }));
  return keys.map(({ name }) => name).toSorted();
}

/** Lets days pass, each with the work of an event worker. */
async function pass({ api, clock }: Pick<World, "api" | "clock">, days: number): Promise<void> {
  for (let passed = 0; passed < days; passed++) {
    clock.advance(day);
    await api.events.deliver();
  }
}

async function exportOf(world: World): Promise<TransferRecord[]> {
  return allOf(exportRecords(driverOf(world), { clock: world.clock, withHashes: true }));
}

async function restore(world: World, records: readonly TransferRecord[]): Promise<void> {
  await importRecords(driverOf(world), each(records), { clock: world.clock });
}

/** Ways in which a key ends a day after it was generated. */
const ends: Record<string, (world: World) => Promise<GeneratedApiKey>> = {
  "is revoked": async (world) => {
    const key = await world.createKey({ name: "old" });
    await pass(world, 1);
    await world.revokeKey(key.id);
    return key;
  },
  expires: async (world) => {
    const key = await world.createKey({ name: "old", expiresIn: "1d" });
    await pass(world, 1);
    return key;
  },
  "is rolled": async (world) => {
    const key = await world.createKey({ name: "old" });
    const rolled = await world.rollKey(key.id, { overlap: "1d" });
    await pass(world, 1);
    await world.revokeKey(rolled.id);
    return key;
  },
  "is revoked after it expired": async (world) => {
    const key = await world.createKey({ name: "old", expiresIn: "1d" });
    await pass(world, 1);
    await world.revokeKey(key.id);
    return key;
  },
  "was revoked in a restored backup": async (world) => {
    const key = await world.createKey({ name: "old" });
    await pass(world, 1);
    await world.revokeKey(key.id);
    const records = await exportOf(world);
    await world.api.organizations.delete("acme");
    await restore(world, records);
    return key;
  },
};

describe.each(storages)("an ended key, %s", (_name, openStorage) => {
  const world = World.forEachTest(openStorage, options);

  it.each(Object.entries(ends))("leaves some days after it %s", async (_end, end) => {
    const key = await end(world);
    await world.createKey({ name: "live" });
    await pass(world, retention - 1);
    expect(await namesOf(world, "ended")).toContain("old");
    await pass(world, 2);
    expect(await namesOf(world, "ended")).toEqual([]);
    expect(await namesOf(world)).toEqual(["live"]);
    expect(await world.api.apiKeys.get({ organizationSlug: "acme", keyId: key.id })).toBeNull();
    const { entries } = await world.api.audit.list("acme", { kind: "key" });
    expect(entries.filter(({ subject }) => subject === key.id)).not.toEqual([]);
    const unknown = await world.get("/post/acme/x", withUnknownId(key.key));
    const removed = await world.get("/post/acme/x", key.key);
    expect(removed.status).toBe(401);
    expect([removed.status, await removed.text()]).toEqual([unknown.status, await unknown.text()]);
  });

  it("does not work again after the import of an earlier backup", async () => {
    const key = await world.createKey({ name: "old" });
    const records = await exportOf(world);
    await world.revokeKey(key.id);
    await pass(world, retention + 1);
    await restore(world, records);
    await world.api.events.deliver();
    expect((await world.get("/post/acme/x", key.key)).status).toBe(401);
    expect(await namesOf(world)).toEqual([]);
  });
});

it("leaves a key removed that is removed during the import of an earlier backup", async () => {
  const world = await World.open(
    async (clock) => ({ storage: memoryDriver({ clock }), close: () => undefined }),
    options,
  );
  const key = await world.createKey({ name: "old" });
  const records = await exportOf(world);
  await world.revokeKey(key.id);
  await pass(world, retention);
  world.clock.advance(day);
  const driver = driverOf(world);
  let reads = 0;
  // Removes the key between the first two reads of it.
  const atomic = forwardAtomic(driver.atomic, {
    getMany: async (addresses) => {
      const isKey = addresses.some(({ key: read }) => read === `credential!${key.id}`);
      if (isKey && ++reads === 2) await world.api.events.deliver();
      return driver.atomic.getMany(addresses);
    },
  });
  await importRecords({ ...driver, atomic }, each(records), { clock: world.clock });
  expect(reads).toBeGreaterThan(1);
  expect((await world.get("/post/acme/x", key.key)).status).toBe(401);
  expect(await world.api.apiKeys.get({ organizationSlug: "acme", keyId: key.id })).toBeNull();
  await world.close();
});

describe("the retention of ended keys", () => {
  it("can become longer", async () => {
    const world = await World.open(
      async (clock) => ({ storage: memoryDriver({ clock }), close: () => undefined }),
      options,
    );
    const { id } = await world.createKey({ name: "old" });
    await world.revokeKey(id);
    const { clock, storage } = world;
    const longer = createPublicApi({ storage, clock, keyRetentionDays: 2 * retention });
    const seen: string[][] = [];
    for (let passed = 0; passed < 2 * retention + 1; passed++) {
      clock.advance(day);
      await longer.events.deliver();
      seen.push(await namesOf(world));
    }
    expect(seen.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1, 0]);
    await world.close();
  });

  it("survives a crash after each commit of the removal", async () => {
    for (let commits = 0; ; commits++) {
      let left = Infinity;
      const world = await World.open(async (clock) => {
        const driver = memoryDriver({ clock });
        const commit: AtomicDriver["atomic"]["commit"] = (partition, changes) => {
          if (left-- <= 0) throw new Error("The process was killed");
          return driver.atomic.commit(partition, changes);
        };
        return {
          storage: { ...driver, atomic: forwardAtomic(driver.atomic, { commit }) },
          close: () => undefined,
        };
      }, options);
      const key = await world.createKey({ name: "old key" });
      await world.createKey({ name: "live", userId: key.userId });
      await world.revokeKey(key.id);
      await world.api.events.deliver();
      world.clock.advance((retention + 1) * day);
      left = commits;
      await world.api.events.deliver().catch(() => undefined);
      const hasCrashed = left < 0;
      left = Infinity;
      expect(await namesOf(world, "live")).toEqual(["live"]);
      expect((await world.get("/post/acme/x", key.key)).status).toBe(401);
      world.clock.advance(day);
      await world.api.events.deliver();
      expect(await namesOf(world)).toEqual(["live"]);
      expect((await world.api.apiKeys.list("acme", { search: "old" })).keys).toEqual([]);
      expect(await allOf(inspectStore(driverOf(world)))).toEqual([]);
      if (!hasCrashed) break;
    }
  });
});

describe("the doctor", () => {
  it("finds and repairs missing entries of keys, as an earlier version leaves them", async () => {
    let isEarlier = false;
    const world = await World.open(async (clock) => {
      const driver = memoryDriver({ clock });
      const isIndex = ({ key }: { key: string }): boolean => /^key-(live|ended)/.test(key);
      const commit: AtomicDriver["atomic"]["commit"] = (partition, { sets = [], ...changes }) =>
        driver.atomic.commit(partition, {
          ...changes,
          sets: sets.filter((set) => !isEarlier || !isIndex(set)),
        });
      return {
        storage: { ...driver, atomic: forwardAtomic(driver.atomic, { commit }) },
        close: () => undefined,
      };
    });
    const { userId } = await world.createKey({ name: "first" });
    expect(await namesOf(world, "live")).toEqual(["first"]);
    isEarlier = true;
    const late = await world.createKey({ name: "late", userId });
    const revoked = await world.createKey({ name: "revoked", userId });
    await world.revokeKey(revoked.id);
    isEarlier = false;
    expect(await namesOf(world)).toEqual(["first", "late", "revoked"]);
    expect(await namesOf(world, "live")).toEqual(["first"]);
    const findings = await allOf(inspectStore(driverOf(world)));
    expect(findings.map(({ problem }) => problem)).toEqual(Array.from(findings, () => "missing"));
    expect(findings.length).toBeGreaterThan(2);
    await repairStore(driverOf(world), { clock: world.clock, setAside: () => undefined });
    expect(await allOf(inspectStore(driverOf(world)))).toEqual([]);
    expect(await namesOf(world, "live")).toEqual(["first", "late"]);
    expect(await namesOf(world, "ended")).toEqual(["revoked"]);
    expect((await world.api.apiKeys.list("acme", { search: late.id })).keys).toHaveLength(1);
    await world.close();
  });
});

describe("the upgrade of a store", () => {
  const isNew = ({ key }: { key: string }): boolean => /^(key-(live|ended|index|removed)|due-key)/.test(key);
  const entries = async (driver: AtomicDriver): Promise<string[]> => {
    const records = await driver.atomic.list("org!acme", { start: "key-", end: "key.", limit: 1000 });
    return records.map(({ key, version }) => `${key} ${version}`);
  };

  it("indexes the keys, twice like once, and removes keys that ended long ago", async () => {
    let driver = memoryDriver();
    const before = await World.open(async (clock) => {
      driver = memoryDriver({ clock });
      const commit: AtomicDriver["atomic"]["commit"] = (partition, { sets = [], ...changes }) =>
        driver.atomic.commit(partition, { ...changes, sets: sets.filter((set) => !isNew(set)) });
      return {
        storage: { ...driver, atomic: forwardAtomic(driver.atomic, { commit }) },
        close: () => undefined,
      };
    });
    const { clock } = before;
    const { userId } = await before.createKey({ name: "live" });
    const revoked = await before.createKey({ name: "revoked", userId });
    await before.createKey({ name: "expired", userId, expiresIn: "1d" });
    await before.revokeKey(revoked.id);
    clock.advance(2 * day);
    expect(await entries(driver)).toEqual([]);
    await driver.atomic.commit("due", { deletes: ["state"] });
    await driver.atomic.commit("store", { sets: [{ key: "schema", value: { version: 2 } }] });
    await upgradeStore(driver, { clock });
    const indexed = await entries(driver);
    expect(indexed.filter((entry) => entry.startsWith("key-live!"))).toHaveLength(1);
    expect(indexed.filter((entry) => entry.startsWith("key-ended!"))).toHaveLength(2);
    await driver.atomic.commit("store", { sets: [{ key: "schema", value: { version: 2 } }] });
    await upgradeStore(driver, { clock });
    expect(await entries(driver)).toEqual(indexed);
    const after = { api: createPublicApi({ ...options, storage: driver, clock }), clock };
    await pass(after, retention + 2);
    expect(await namesOf(after)).toEqual(["live"]);
    await before.close();
  });
});
