import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { open as openLmdbEnvironment } from "lmdb";
import type { Clock } from "../../lib/base/time/clock.ts";
import type { Address, AtomicDriver } from "../../lib/store/mod.ts";
import { fsDriver } from "../../storage-drivers/fs.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { redisDriver } from "../../storage-drivers/redis.ts";
import { sqliteDriver } from "../../storage-drivers/sqlite.ts";
import { damageSqlite } from "../storage-drivers/_damage_sqlite.ts";
import { damagePostgres } from "../storage-drivers/_damage_postgres.ts";
import { postgresIsMissing, schemaName } from "../storage-drivers/_postgres_client.ts";
import { redisIsMissing, startRedis } from "../storage-drivers/_redis_server.ts";
import { sharedPostgres } from "../storage-drivers/_shared_postgres.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { patient } from "../storage-drivers/_patient.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

/** Returns the new bytes of a record, or null to remove the record. */
export type Damage = (bytes: Buffer) => Buffer | null;

/** A store whose records a test can damage directly. It is closed only while records are damaged. */
export interface DamageableStore {
  readonly storage: AtomicDriver;
  /** Closes the store, damages records, and opens the store again. */
  damage(addresses: readonly Address[], damage: Damage): Promise<void>;
  close(): Promise<void>;
}

/** All kinds of stores that keep their records outside the process. */
export const damageableStores: [string, (clock: Clock) => Promise<DamageableStore>][] = [
  ["fs", async (clock) => openFiles(clock)],
  ["LMDB", async (clock) => openLmdb(clock)],
];
if (!sqliteIsMissing()) damageableStores.push(["SQLite", async (clock) => openSqlite(clock)]);
if (!redisIsMissing()) damageableStores.push(["Redis", openRedis]);
if (!postgresIsMissing()) damageableStores.push(["PostgreSQL", openPostgres]);

type DamageRecords = (addresses: readonly Address[], damage: Damage) => Promise<void>;

class ReopenedStore implements DamageableStore {
  storage: AtomicDriver;
  readonly #open: () => AtomicDriver;
  readonly #damage: DamageRecords;
  readonly #remove: () => void | Promise<void>;

  constructor(open: () => AtomicDriver, damage: DamageRecords, remove: () => void | Promise<void>) {
    this.storage = open();
    this.#open = open;
    this.#damage = damage;
    this.#remove = remove;
  }

  async damage(addresses: readonly Address[], damage: Damage): Promise<void> {
    await this.storage.dispose?.();
    await this.#damage(addresses, damage);
    this.storage = this.#open();
  }

  async close(): Promise<void> {
    await this.storage.dispose?.();
    await this.#remove();
  }
}

function openFiles(clock: Clock): DamageableStore {
  const { path, remove } = temporaryDirectory();
  const open = (): AtomicDriver => fsDriver({ path, clock, durability: "process-crash" });
  let placeOf: (address: Address) => string = () => "";
  const store = new ReopenedStore(
    () => {
      const storage = open();
      placeOf = (address) => storage.atomic.placeOf?.(address) ?? "";
      return storage;
    },
    async (addresses, damage) => {
      for (const file of addresses.map(placeOf)) {
        const bytes = damage(readFileSync(file));
        if (bytes === null) rmSync(file);
        else writeFileSync(file, bytes);
      }
    },
    remove,
  );
  return store;
}

function openLmdb(clock: Clock): DamageableStore {
  const { path, remove } = temporaryDirectory();
  return new ReopenedStore(
    () => lmdbDriver({ path, clock }),
    async (addresses, damage) => {
      for (const environmentPath of [path, join(path, "counters")]) {
        const environment = openLmdbEnvironment({ path: environmentPath, maxDbs: 3 });
        const records = environment.openDB<Buffer, string>({ name: "records", encoding: "binary" });
        for (const { partition, key } of addresses) {
          const bytes = records.getBinary(`${partition} ${key}`);
          if (bytes === undefined) continue;
          const damaged = damage(Buffer.from(bytes));
          if (damaged === null) records.removeSync(`${partition} ${key}`);
          else records.putSync(`${partition} ${key}`, damaged);
        }
        await environment.close();
      }
    },
    remove,
  );
}

function openSqlite(clock: Clock): DamageableStore {
  const { path, remove } = temporaryDirectory();
  const file = join(path, "data.db");
  return new ReopenedStore(
    () => sqliteDriver({ path: file, clock }),
    async (addresses, damage) => {
      for (const address of addresses) damageSqlite(file, address, damage);
    },
    remove,
  );
}

async function openPostgres(clock: Clock): Promise<DamageableStore> {
  const server = await sharedPostgres();
  const schema = schemaName();
  return new ReopenedStore(
    () => postgresDriver({ url: server.url(schema), clock, ...patient }),
    async (addresses, damage) => {
      for (const address of addresses) await damagePostgres(server, { schema, address }, damage);
    },
    () => undefined,
  );
}

async function openRedis(clock: Clock): Promise<DamageableStore> {
  const server = await startRedis();
  return new ReopenedStore(
    () => redisDriver({ url: server.url, clock, keyPrefix: "postern:", ...patient }),
    async (addresses, damage) => {
      const redis = new Redis(server.url);
      for (const { partition, key } of addresses) {
        const name = `postern:{${partition}}:records`;
        const damaged = damage((await redis.hgetBuffer(name, key)) ?? Buffer.alloc(0));
        if (damaged === null) {
          await redis.hdel(name, key);
          await redis.zrem(`postern:{${partition}}:order`, key);
        } else await redis.hset(name, key, damaged);
      }
      await redis.quit();
    },
    () => server.stop(),
  );
}
