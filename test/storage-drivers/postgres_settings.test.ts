import { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import type { AtomicOperations } from "../../lib/store/mod.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { releaseAfterUse, startForSuite } from "../servers/release_after_use.ts";
import { startForwarder } from "./_forwarder.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { patient } from "./_patient.ts";
import { database, pgBouncerIsMissing, postgresIsMissing, schemaName } from "./_postgres_client.ts";
import { startPgBouncer } from "./_postgres_server.ts";
import { type SharedPostgres, sharedPostgres } from "./_shared_postgres.ts";

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
  const sums = [
    { key: "n", add: 0.1 },
    { key: "t", add: 1, max: 3, expiresAt },
  ];
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
  const known = { version, asOf: undefined };
  const batch = await atomic.query?.({
    counts: [count, count],
    reads: [
      { partition, key: "a", known },
      { partition, key: "b", known: undefined },
    ],
  });
  expect(await Promise.all((batch?.counts ?? []).map(async (counted) => counted))).toMatchObject([
    { sums: [1.3] },
    { sums: [2.3] },
  ]);
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

/** Adds 1 many times to a counter of at most 10, in several processes. Returns the number of additions. */
async function addTogether(processes: readonly AtomicOperations[], partition: string): Promise<number> {
  const changes = { sums: [{ key: "m", add: 1, max: 10 }] };
  const added = Array.from({ length: 10 }, () =>
    processes.map(async (one) => one.commit(partition, changes)),
  ).flat();
  return (await Promise.all(added)).filter((outcome) => outcome.committed).length;
}

describe.skipIf(postgresIsMissing())("the settings of a connection change nothing", () => {
  let server: SharedPostgres;
  beforeAll(async () => {
    server = await sharedPostgres();
    await server.query("do $$ begin create role strange; exception when others then null; end $$");
  });

  describe.skipIf(pgBouncerIsMissing())("behind PgBouncer, from another program", () => {
    const proxy = startForSuite(async () => startPgBouncer(server, "default_pool_size = 2"));

    /** Runs statements on both connections of the proxy, which the next clients get. */
    async function leave(statements: string): Promise<void> {
      const place = { host: "127.0.0.1", port: proxy().port, user: "postgres", database };
      const programs = [new Client(place), new Client(place)];
      for (const program of programs) {
        await program.connect();
        await program.query("begin");
      }
      for (const program of programs) {
        await program.query(`${statements}; commit`);
        await program.end();
      }
    }

    const each = settings.map(([name, value]) => `set ${name} = ${value}`);
    it.each([...each, each.join("; ")])("%s", async (statements) => {
      await leave(statements);
      const url = proxy().url();
      const drivers = [0, 1].map(() => closedAfterUse(postgresDriver({ url, ...patient })));
      const [first, second] = drivers.map(({ atomic }) => atomic);
      if (first === undefined || second === undefined) return;
      await use(first, "p");
      await use(second, "q");
      expect(await addTogether([first, second], "p")).toBe(10);
      await leave("reset role; reset all");
    });
  });

  it("of its role", async () => {
    const schema = schemaName();
    await server.query(`create role ${schema} login; grant create on database ${database} to ${schema}`);
    // Others are refused when the store is opened, with the reason.
    const own = settings.filter(
      ([name]) => !/^(?:role|default_transaction_(?:isolation|read_only))$/.test(name),
    );
    own.push(["idle_in_transaction_session_timeout", "1"]);
    for (const [name, value] of own) await server.query(`alter role ${schema} set ${name} = ${value}`);
    const url = server.url(schema).replace("postgres@", `${schema}@`);
    const { atomic } = closedAfterUse(postgresDriver({ url, ...patient }));
    await use(atomic, "p");
    expect(await addTogether([atomic], "p")).toBe(10);
  });

  it("make no write run twice, if the reply to its repetition is lost", async () => {
    const schema = schemaName();
    await server.query(`create role ${schema} login; grant create on database ${database} to ${schema}`);
    await server.query(`alter role ${schema} set statement_timeout = 100`);
    const direct = new URL(server.url(schema));
    let isArmed = false;
    // The name of a function begins with the word, too.
    const forwarder = await startForwarder(
      Number(direct.port),
      (chunk) => isArmed && chunk.includes("commit\0"),
    );
    releaseAfterUse(() => forwarder.stop());
    const url = server
      .url(schema)
      .replace(`:${direct.port}`, `:${forwarder.port}`)
      .replace("postgres@", `${schema}@`);
    const { atomic } = closedAfterUse(postgresDriver({ url, ...patient }));
    const add = async (): Promise<unknown> => atomic.commit("p", { sums: [{ key: "n", add: 1 }] });
    await add();
    await server.query(
      `create function ${schema}.wait() returns trigger language plpgsql as 'begin perform pg_sleep(0.3); return null; end';
      create trigger wait after insert or update on ${schema}.record execute function ${schema}.wait()`,
    );
    isArmed = true;
    const outcomes = await Promise.allSettled([add(), add(), add()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    const [record] = await server.query(`select sum from ${schema}.record where key = 'n'`);
    expect(Number(record?.["sum"])).toBe(4);
  });
});
