import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { open } from "lmdb";
import type { Address, AtomicDriver } from "../../lib/store/mod.ts";
import { fsDriver } from "../../storage-drivers/fs.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { redisDriver } from "../../storage-drivers/redis.ts";
import { sqliteDriver } from "../../storage-drivers/sqlite.ts";
import { damageSqlite } from "../storage-drivers/_damage_sqlite.ts";
import { damagePostgres } from "../storage-drivers/_damage_postgres.ts";
import { schemaName } from "../storage-drivers/_postgres_client.ts";
import { type PostgresServer } from "../storage-drivers/_postgres_server.ts";
import type { RedisServer } from "../storage-drivers/_redis_server.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { patient } from "../storage-drivers/_patient.ts";

/** Changes the bytes of a record, or removes them. */
export type Edit = (bytes: Buffer) => Buffer | null;

/** A store whose records a test damages without the driver. */
export interface DamagedStore {
  storage: AtomicDriver;
  /** Setting of the store for commands. */
  setting: string;
  /** Changes a record like a bad disk, and reopens the store. */
  damage(address: Address, edit: Edit): Promise<void>;
  close(): Promise<void>;
}

export async function openFs(): Promise<DamagedStore> {
  const path = scratchDirectory();
  const openDriver = (): AtomicDriver => fsDriver({ path, durability: "process-crash" });
  const store: DamagedStore = {
    storage: openDriver(),
    setting: `fs:${path}`,
    damage: async (address, edit) => {
      const file = store.storage.atomic.placeOf?.(address) ?? "";
      await store.storage.dispose?.();
      const edited = edit(readFileSync(file));
      if (edited === null) rmSync(file);
      else writeFileSync(file, edited);
      store.storage = openDriver();
    },
    close: async () => store.storage.dispose?.(),
  };
  return store;
}

export async function openLmdb(): Promise<DamagedStore> {
  const path = join(scratchDirectory(), "data");
  const store: DamagedStore = {
    storage: lmdbDriver({ path }),
    setting: `lmdb:${path}`,
    damage: async ({ partition, key }, edit) => {
      await store.storage.dispose?.();
      const environment = open({ path, maxDbs: 3 });
      const records = environment.openDB<Buffer, string>({ name: "records", encoding: "binary" });
      const address = `${partition} ${key}`;
      const edited = edit(Buffer.from(records.get(address) ?? ""));
      if (edited === null) records.removeSync(address);
      else records.putSync(address, edited);
      await environment.close();
      store.storage = lmdbDriver({ path });
    },
    close: async () => store.storage.dispose?.(),
  };
  return store;
}

export async function openSqlite(): Promise<DamagedStore> {
  const path = join(scratchDirectory(), "data.db");
  const store: DamagedStore = {
    storage: sqliteDriver({ path }),
    setting: `sqlite:${path}`,
    damage: async (address, edit) => {
      await store.storage.dispose?.();
      damageSqlite(path, address, edit);
      store.storage = sqliteDriver({ path });
    },
    close: async () => store.storage.dispose?.(),
  };
  return store;
}

export async function openRedis({ port, url }: RedisServer): Promise<DamagedStore> {
  const client = new Redis({ port });
  const keyPrefix = `${randomUUID()}:`;
  const storage = redisDriver({ url, keyPrefix, ...patient });
  return {
    storage,
    setting: `${url}?prefix=${keyPrefix}`,
    damage: async ({ partition, key }, edit) => {
      const name = `${keyPrefix}{${partition}}:records`;
      const edited = edit((await client.hgetBuffer(name, key)) ?? Buffer.alloc(0));
      if (edited === null) await client.hdel(name, key);
      else await client.hset(name, key, edited);
    },
    close: async () => {
      await storage.dispose?.();
      client.disconnect();
    },
  };
}

export async function openPostgres(server: PostgresServer): Promise<DamagedStore> {
  const schema = schemaName();
  const url = server.url(schema);
  const storage = postgresDriver({ url, ...patient });
  return {
    storage,
    setting: url,
    damage: (address, edit) => damagePostgres(server, { schema, address }, edit),
    close: async () => storage.dispose?.(),
  };
}

/** Damages by name. Each changes the record. */
export const edits: Record<string, Edit> = {
  garbage: () => Buffer.from([0xff, 0x00, 0x7b, 0x22, 0x80]),
  truncated: (bytes) => bytes.subarray(0, bytes.length >> 1),
  emptied: () => Buffer.alloc(0),
  "one byte flipped": (bytes) => {
    const flipped = Buffer.from(bytes);
    // Inside the data: no letter follows the version of the schema.
    const at = flipped.indexOf('"data"') + 12;
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    return flipped;
  },
  "of another schema version": (bytes) =>
    Buffer.from(
      bytes
        .toString()
        .replace(/"schemaVersion":( ?)1/, '"schemaVersion":$19')
        .replace(/,\n? {0,2}"checksum": ?"[0-9a-f]{8}"/, "")
        .replace(/ [0-9a-f]{8}$/, ""),
    ),
  missing: () => null,
};
