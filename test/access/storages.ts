import { join } from "node:path";
import type { Clock } from "../../lib/base/time/clock.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { sqliteDriver } from "../../storage-drivers/sqlite.ts";
import type { OpenStorage } from "../api/world.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { ReusedSchemas } from "../storage-drivers/_reused_schemas.ts";
import { sharedPgBouncer, sharedPostgres } from "../storage-drivers/_shared_postgres.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { patient } from "../storage-drivers/_patient.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

/** Opens a storage in memory. */
export const openMemory: OpenStorage = async (clock) => ({
  storage: memoryDriver({ clock }),
  close: () => undefined,
});

/** Opens a storage on LMDB, in a directory that is deleted with it. */
export const openLmdb: OpenStorage = inDirectory((path, clock) => lmdbDriver({ path, clock }));

/** Opens a storage on SQLite, in a directory that is deleted with it. */
export const openSqlite: OpenStorage = inDirectory((path, clock) =>
  sqliteDriver({ path: join(path, "data.db"), clock }),
);

function inDirectory(open: (path: string, clock: Clock) => AtomicDriver): OpenStorage {
  return async (clock) => {
    const { path, remove } = temporaryDirectory();
    const storage = open(path, clock);
    return {
      storage,
      close: async () => {
        await storage.dispose?.();
        remove();
      },
    };
  };
}

/** Opens a storage on a PostgreSQL server that all tests of a file share. */
export const openPostgres: OpenStorage = async (clock) => {
  const server = await sharedPostgres();
  const storage = postgresDriver({ url: server.url(), clock, ...patient });
  return { storage, close: () => storage.dispose?.() };
};

/**
 * Opens the storage of the admin API's and the dashboard's tests: memory, or with POSTERN_TEST_STORAGE=postgres a PostgreSQL server behind
 * PgBouncer. The tests do not close it: it closes after the test that opened it, or after the last test of the file.
 */
export const openChosen: OpenStorage = async (clock) => {
  if (process.env["POSTERN_TEST_STORAGE"] !== "postgres") return openMemory(clock);
  const proxy = await sharedPgBouncer();
  const schema = schemas.take();
  const storage = postgresDriver({ url: proxy.url(schema), clock, pool: 2, ...patient });
  const release = async (): Promise<void> => {
    await storage.dispose?.();
    await schemas.giveBack(await sharedPostgres(), schema);
  };
  releaseAfterUse(release);
  return { storage, close: () => undefined };
};

const schemas = new ReusedSchemas();

/** The storages for the access tests. */
export const storages: [name: string, open: OpenStorage][] = [
  ["memory", openMemory],
  ["lmdb", openLmdb],
];
if (!sqliteIsMissing()) storages.push(["sqlite", openSqlite]);
if (!postgresIsMissing()) storages.push(["postgres", openPostgres]);

/**
 * True if a storage numbers its states (`asOf`), so that it needs no lookup of a record after nothing has changed. PostgreSQL has no such
 * number: a commit would have to lock a row that all commits share. It looks each cached version up in its index, in the round trip that
 * the request needs anyway. An unchanged version returns no value.
 */
export function numbersStates(name: string): boolean {
  return name !== "postgres";
}
