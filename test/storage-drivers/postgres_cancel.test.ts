import { Client } from "pg";
import { describe, expect, it } from "vitest";
import type { AtomicDriver, AtomicOperations, SearchTables } from "../../lib/store/mod.ts";
import { postgresDriver, type PostgresDriverOptions } from "../../storage-drivers/postgres.ts";
import { releaseAfterUse, startForSuite } from "../servers/release_after_use.ts";
import { findQuery } from "./_find_query.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { patient } from "./_patient.ts";
import { database, pgBouncerIsMissing, postgresIsMissing, schemaName } from "./_postgres_client.ts";
import { startPgBouncer, startPostgres } from "./_postgres_server.ts";
import { until } from "./_redis_server.ts";

type Uses = Record<string, (used: { atomic: AtomicOperations; tables: SearchTables }) => unknown>;

const noDocuments = { documents: 0, passages: 0 };
const name = { partition: "p", ownerKey: null, kind: "posts", stamp: "1" };

/** Operations that only read. */
const reads: Uses = {
  words: ({ tables }) => tables.words({ index: 1, words: ["common"], stems: [], prefix: null }),
  similarWords: ({ tables }) => tables.similarWords(1, [{ word: "comon", most: 1 }]),
  findResults: ({ tables }) =>
    tables.findResults({
      ...findQuery,
      probes: [{ groups: [[1]], isStrong: false, most: 1 }],
      countedWords: [],
    }),
  readResults: ({ tables }) => tables.readResults([1]),
  passagesOf: ({ tables }) => tables.passagesOf(1, "hello", 0),
  find: ({ tables }) => tables.find(name),
  versions: ({ tables }) => tables.versions(1, "", 1),
  sizeOf: ({ tables }) => tables.sizeOf(1),
};

/** All other operations. */
const others: Uses = {
  getMany: ({ atomic }) => atomic.getMany([{ partition: "p", key: "a" }]),
  list: ({ atomic }) => atomic.list("p", { limit: 1 }),
  scan: ({ atomic }) => atomic.scan?.("p", undefined, 1),
  partitions: ({ atomic }) => atomic.partitions?.()[Symbol.asyncIterator]().next(),
  snapshot: async ({ atomic }) => {
    const snapshot = atomic.snapshot?.();
    try {
      return await snapshot?.list("p", { limit: 1 });
    } finally {
      snapshot?.release();
    }
  },
  commit: ({ atomic }) => atomic.commit("p", { sets: [{ key: "b", value: {} }] }),
};

describe.skipIf(postgresIsMissing())("PostgreSQL cancels a statement", () => {
  const server = startForSuite(startPostgres);

  describe.each<[string, boolean, (schema: string) => Promise<string>]>([
    ["directly", false, async (schema) => server().url(schema)],
    [
      "over a Unix socket",
      false,
      async (schema) =>
        `postgres://postgres@:${server().port}/${database}?schema=${schema}&host=${encodeURIComponent(server().directory)}`,
    ],
    [
      "through PgBouncer",
      pgBouncerIsMissing(),
      async (schema) => {
        const proxy = await startPgBouncer(server());
        releaseAfterUse(() => proxy.stop());
        return proxy.url(schema);
      },
    ],
  ])("%s", (_way, isMissing, urlOf) => {
    /** Creates a store that is in use, and then has it respond only after the returned `release` was called. */
    async function openSlow(options: PostgresDriverOptions = {}) {
      const schema = schemaName();
      const url = await urlOf(schema);
      const filling = postgresDriver({ url, ...patient });
      await filling.atomic.commit("p", { sets: [{ key: "a", value: {} }] });
      await filling.dispose?.();
      const opened = async (): Promise<AtomicDriver> => {
        const driver = closedAfterUse(postgresDriver({ url, ...patient, ...options }));
        await until(async () => (await driver.atomic.getMany([{ partition: "p", key: "a" }])).length === 1);
        return driver;
      };
      const driver = await opened();
      const stranger = new Client({ host: "127.0.0.1", port: server().port, user: "postgres", database });
      await stranger.connect();
      releaseAfterUse(() => stranger.end());
      const tables = ["index", "document", "result", "word", "stem"].map(
        (table) => `${schema}.search_${table}`,
      );
      await server().query(
        `alter table ${schema}.record rename to kept;
        create view ${schema}.record as select * from ${schema}.kept where pg_sleep(600) is not null`,
      );
      await stranger.query(`begin; lock table ${tables.join(", ")} in access exclusive mode`);
      return {
        driver,
        release: async () => {
          await stranger.query("rollback");
          await server().query(`drop view ${schema}.record; alter table ${schema}.kept rename to record`);
        },
        /** Returns the statements that the server is running. */
        running: async () =>
          server().query(
            "select query from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()",
            [`%${schema}%`],
          ),
        backends: async () =>
          server().query("select pid from pg_stat_activity where query like $1 and pid <> pg_backend_pid()", [
            `%${schema}%`,
          ]),
      };
    }

    const usesOf = ({ atomic }: AtomicDriver) => {
      if (atomic.searchTables === undefined) throw new Error("There are no tables");
      return { atomic, tables: atomic.searchTables };
    };

    it.skipIf(isMissing)("of every operation at its deadline, and is used further", async () => {
      const slow = await openSlow({ commandTimeoutMs: 250 });
      const used = usesOf(slow.driver);
      for (const use of Object.values({ ...reads, ...others })) {
        await expect((async () => use(used))()).rejects.toThrow(/in time|canceled/);
        await expect.poll(slow.running, { timeout: 20_000 }).toEqual([]);
      }
      await slow.release();
      for (const use of Object.values({ ...reads, ...others })) {
        await until(async () => {
          await use(used);
          return true;
        });
      }
    });

    it.skipIf(isMissing)("of a search whose signal aborts, and keeps the connection", async () => {
      const slow = await openSlow({ pool: 2 });
      const { tables, atomic } = usesOf(slow.driver);
      const before = await slow.backends();
      for (const use of Object.values(reads)) {
        const aborting = new AbortController();
        const reading = (async () => use({ atomic, tables: tables.stoppedBy(aborting.signal) }))();
        reading.catch(() => undefined);
        await expect.poll(slow.running, { timeout: 20_000 }).toHaveLength(1);
        aborting.abort(new Error("the client has gone"));
        await expect(reading).rejects.toThrow("the client has gone");
        await expect.poll(slow.running, { timeout: 20_000 }).toEqual([]);
      }
      expect(await slow.backends()).toEqual(before);
      await slow.release();
      expect(await reads["sizeOf"]?.({ atomic, tables })).toEqual(noDocuments);
    });

    it.skipIf(isMissing)("of a search, and never that of the next call", async () => {
      const slow = await openSlow({ pool: 2 });
      await slow.release();
      const { tables } = usesOf(slow.driver);
      for (let turns = 0; turns < 60; turns++) {
        const aborting = new AbortController();
        const canceled = tables
          .stoppedBy(aborting.signal)
          .sizeOf(1)
          .catch((reason: unknown) => reason);
        for (let turn = 0; turn < turns % 12; turn++) await new Promise(setImmediate);
        aborting.abort("gone");
        expect(await tables.sizeOf(1)).toEqual(noDocuments);
        expect([noDocuments, "gone"]).toContainEqual(await canceled);
      }
    });
  });
});
