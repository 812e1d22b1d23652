import { Client } from "pg";
import { describe, expect, it } from "vitest";
import type { AtomicOperations } from "../../lib/store/mod.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { startForSuite } from "../servers/release_after_use.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { patient } from "./_patient.ts";
import { database, pgBouncerIsMissing, postgresIsMissing, query, schemaName } from "./_postgres_client.ts";
import { startPgBouncer } from "./_postgres_server.ts";
import { sharedPostgres } from "./_shared_postgres.ts";

/** Settings that another program leaves on a connection, or that a role has. They change what statements mean, or make them fail. */
const settings: [name: string, value: string][] = [
  ["extra_float_digits", "-15"],
  ["array_nulls", "off"],
  ["search_path", "''"],
  ["search_path", "strange, public"],
  ["DateStyle", "'SQL, DMY'"],
  ["IntervalStyle", "sql_standard"],
  ["TimeZone", "'America/Lima'"],
  ["standard_conforming_strings", "off"],
  ["backslash_quote", "off"],
  ["bytea_output", "escape"],
  ["lc_messages", "'C'"],
  ["lc_numeric", "'C'"],
  ["client_encoding", "'LATIN1'"],
  ["client_min_messages", "debug1"],
  ["transform_null_equals", "on"],
  ["quote_all_identifiers", "on"],
  ["row_security", "off"],
  ["check_function_bodies", "off"],
  ["synchronous_commit", "off"],
  ["default_transaction_read_only", "on"],
  ["default_transaction_isolation", "'serializable'"],
  ["default_transaction_isolation", "'repeatable read'"],
  ["default_transaction_deferrable", "on"],
  ["lock_timeout", "1"],
  ["idle_in_transaction_session_timeout", "1"],
  ["plan_cache_mode", "force_custom_plan"],
  ["enable_indexscan", "off"],
  ["role", "strange"],
];

/** Numbers that need 17 digits, and times in milliseconds. */
const expiresAt = 1_999_999_999_999.25;

/** Uses each kind of operation, and checks the results. */
async function use(atomic: AtomicOperations, partition: string): Promise<void> {
  const value = { text: "NULL", numbers: [0.1 + 0.2, 2 ** 53] };
  const sets = [
    { key: "a", value },
    { key: "b", value, expiresAt },
  ];
  const sums = [{ key: "n", add: 0.1 }, { key: "t", add: 1, max: 3, expiresAt }];
  const checks = [{ key: "a", exists: false }] as const;
  const first = await atomic.commit(partition, { checks, sets, sums });
  expect(first).toMatchObject({ committed: true, sums: [0.1, 1] });
  expect(await atomic.commit(partition, { checks })).toMatchObject({ committed: false, failedChecks: [0] });
  const version = first.committed ? first.version : "";
  const again = await atomic.commit(partition, {
    checks: [{ key: "a", version }],
    sums: [{ key: "n", add: 0.2 }],
    deletes: ["none"],
  });
  expect(again).toMatchObject({ committed: true, sums: [0.1 + 0.2] });
  const found = await atomic.getMany(["a", "b", "n", "t", "none"].map((key) => ({ partition, key })));
  const values = [value, value, { sum: 0.1 + 0.2 }, { sum: 1 }];
  expect(found.map((record) => record?.value)).toEqual([...values, undefined]);
  const listed = await atomic.list(partition, { limit: 9 });
  expect(listed.map((record) => record.value)).toEqual(values);
  const scanned = (await atomic.scan?.(partition, undefined, 9)) ?? [];
  expect(scanned.map(({ record }) => [record?.value, record?.expiresAt])).toEqual([
    [value, undefined],
    [value, expiresAt],
    [{ sum: 0.1 + 0.2 }, undefined],
    [{ sum: 1 }, expiresAt],
  ]);
  const count = { partition, check: { key: "a", version }, sums: [{ key: "n", add: 1 }] };
  const known = { version, value };
  const batch = await atomic.query?.({
    counts: [count, count],
    reads: [
      { partition, key: "a", known },
      { partition, key: "b", known: undefined },
    ],
  });
  expect(await Promise.all(batch?.counts ?? [])).toMatchObject([{ sums: [1.3] }, { sums: [2.3] }]);
  expect(batch?.reads).toMatchObject(["unchanged", { value }]);
  const snapshot = atomic.snapshot?.();
  expect((await snapshot?.list(partition, { limit: 9 }))?.map((record) => record.value["sum"])).toEqual([
    undefined,
    undefined,
    2.3,
    1,
  ]);
  snapshot?.release();
}

describe.skipIf(postgresIsMissing())("the settings of a connection change nothing", () => {
  const server = startForSuite(async () => {
    const shared = await sharedPostgres();
    return { ...shared, stop: async () => undefined };
  });

  describe.skipIf(pgBouncerIsMissing())("that another program left behind PgBouncer", () => {
    // The only connection of the proxy has the settings of every client.
    const proxy = startForSuite(async () => startPgBouncer(server(), "default_pool_size = 2"));

    /** Changes the settings of both connections. */
    async function leave(statement: string): Promise<void> {
      const programs = [0, 1].map(() => new Client({ host: "127.0.0.1", port: proxy().port, user: "postgres", database }));
      for (const program of programs) {
        await program.connect();
        await program.query("begin");
      }
      for (const program of programs) {
        await program.query(statement);
        await program.query("commit");
        await program.end();
      }
    }

    it.each([...settings.map(([name, value]) => [`set ${name} = ${value}`]), ["all"]])("%s", async (statement) => {
      await query(server().port, "do $$ begin create role strange; exception when others then null; end $$");
      const all = settings.map(([name, value]) => `set ${name} = ${value}`).join("; ");
      await leave(statement === "all" ? all : statement);
      const { atomic } = closedAfterUse(postgresDriver({ url: proxy().url(), ...patient }));
      await use(atomic, "p");
      await leave("discard all");
    });
  });
});
