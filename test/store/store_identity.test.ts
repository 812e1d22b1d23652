import { afterEach, describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { type AtomicDriver, identityAddress } from "../../lib/store/mod.ts";
import { exportRecords, importRecords, migrateStore } from "../../lib/moving/entry.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { publishPost } from "../storage-drivers/_publish_post.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { redisIsMissing, startRedis } from "../storage-drivers/_redis_server.ts";
import { sharedPostgres } from "../storage-drivers/_shared_postgres.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { allOf } from "../async_items.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

interface Place {
  setting: string;
  remove: () => void | Promise<void>;
}

const inDirectory =
  (kind: string, file = "") =>
  async (): Promise<Place> => {
    const { path, remove } = temporaryDirectory();
    return { setting: `${kind}:${path}${file}`, remove };
  };

const kinds: [string, () => Promise<Place>][] = [
  ["fs", inDirectory("fs")],
  ["lmdb", inDirectory("lmdb")],
];
if (!sqliteIsMissing()) kinds.push(["sqlite", inDirectory("sqlite", "/data.db")]);
if (!redisIsMissing()) {
  kinds.push([
    "redis",
    async () => {
      const server = await startRedis();
      return { setting: server.url, remove: () => server.stop() };
    },
  ]);
}

if (!postgresIsMissing()) {
  kinds.push([
    "postgres",
    async () => ({ setting: (await sharedPostgres()).url(), remove: () => undefined }),
  ]);
}

/** Opens a store, uses it, and returns its id. */
async function idOf(storage: AtomicDriver): Promise<unknown> {
  await storage.atomic.assertInPlace?.();
  const [record] = await storage.atomic.getMany([identityAddress]);
  return record?.value["id"];
}

describe.each(kinds)("the id of a store in %s", (_kind, makePlace) => {
  const opened: AtomicDriver[] = [];
  const places: Place[] = [];

  async function open(setting: string): Promise<AtomicDriver> {
    const storage = await openStorageDriver(setting);
    opened.push(storage);
    return storage;
  }
  async function place(): Promise<string> {
    const made = await makePlace();
    places.push(made);
    return made.setting;
  }
  async function close(): Promise<void> {
    for (const storage of opened.splice(0)) await storage.dispose?.();
  }
  afterEach(async () => {
    await close();
    for (const { remove } of places.splice(0)) await remove();
  });

  it("is random, and stays the same", async () => {
    const setting = await place();
    const id = await idOf(await open(setting));
    expect(id).toMatch(/^[a-z2-7]{26}$/);
    await close();
    expect(await idOf(await open(setting))).toBe(id);
    expect(await idOf(await open(await place()))).not.toBe(id);
  });

  it("is not exported, and a migration keeps the ids of both stores", async () => {
    const source = await open(await place());
    const target = await open(await place());
    await publishPost(createPublicApi({ storage: source }));
    const ids = [await idOf(source), await idOf(target)];
    const records = await allOf(exportRecords(source));
    expect(JSON.stringify(records)).not.toContain(ids[0]);
    const migration = await migrateStore(source, target, { sourceName: "source" });
    expect(migration).toMatchObject({ differences: [], isComplete: true });
    expect([await idOf(source), await idOf(target)]).toEqual(ids);
    expect(await importRecords(target, exportRecords(source), { dryRun: true })).toMatchObject({
      created: 0,
      updated: 0,
    });
  });
});

describe.each(kinds.filter(([kind]) => kind !== "fs"))("several openers of %s", (_kind, makePlace) => {
  it("agree on one id", async () => {
    const { setting, remove } = await makePlace();
    const opened = await Promise.all(Array.from({ length: 5 }, () => openStorageDriver(setting)));
    const ids = await Promise.all(opened.map(idOf));
    expect(new Set(ids).size).toBe(1);
    for (const storage of opened) {
      await storage.atomic.assertInPlace?.();
      await storage.dispose?.();
    }
    await remove();
  });
});
