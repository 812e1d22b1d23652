import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { type AtomicDriver, Failure, StoreReplacedError } from "../../lib/store/mod.ts";
import { StoreLimitError } from "../../lib/mod.ts";
import { postgresDriver, type PostgresDriverOptions } from "../../storage-drivers/postgres.ts";
import { releaseAfterUse, startForSuite } from "../servers/release_after_use.ts";
import { listenAgain } from "./_listen_again.ts";
import { closedAfterUse, type Counters, openCounters } from "./_open_driver.ts";
import { pgBouncerIsMissing, postgresIsMissing, schemaName } from "./_postgres_client.ts";
import { startPostgres } from "./_postgres_server.ts";
import { until } from "./_redis_server.ts";
import { patient } from "./_patient.ts";
import { sharedPgBouncer } from "./_shared_postgres.ts";

describe.skipIf(postgresIsMissing())("the PostgreSQL driver", () => {
  const server = startForSuite(async () => startPostgres("track_functions=all"));
  let schema: string;
  let driver: AtomicDriver;

  function open(options: PostgresDriverOptions = {}): AtomicDriver {
    schema = schemaName();
    return reopen(options);
  }
  function reopen(options: PostgresDriverOptions = {}): AtomicDriver {
    driver = closedAfterUse(postgresDriver({ url: server().url(schema), ...patient, ...options }));
    return driver;
  }

  const openWith = async (partitions: string[], options: PostgresDriverOptions = {}): Promise<Counters> =>
    openCounters(open(options), partitions);

  /** Holds the lock of a record until the returned function is called, like a person who forgot a transaction. */
  async function lock(partition: string, key: string): Promise<() => Promise<void>> {
    const { port } = server();
    const stranger = new Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
    await stranger.connect();
    await stranger.query("begin");
    const text = `select * from ${schema}.record where partition = $1 and key = $2 for update`;
    await stranger.query(text, [partition, key]);
    return () => stranger.end();
  }

  it("commits to a partition together, each with an outcome of its own", async () => {
    const { atomic } = open();
    await atomic.commit("p", { sets: [{ key: "first", value: {} }] });
    const commits = Array.from({ length: 60 }, async (_, index) =>
      atomic.commit("p", { sets: [{ key: `k-${index}`, value: {} }], sums: [{ key: "n", add: 1, max: 50 }] }),
    );
    const outcomes = await Promise.all(commits);
    expect(outcomes.map(({ committed }) => committed)).toEqual(
      Array.from({ length: 60 }, (_, index) => index < 50),
    );
    const [row] = await server().query(
      `select count(*)::int as records, count(distinct xmin::text)::int as transactions
       from ${schema}.record where key like 'k-%'`,
    );
    expect(row?.["records"]).toBe(50);
    expect(row?.["transactions"]).toBeLessThanOrEqual(4);
  });

  it("commits the others, if the server refuses a commit", async () => {
    const { atomic } = open();
    const keys = ["a", "b", "refused\0", "c", "d"];
    const commits = keys.map(async (key) => atomic.commit("p", { sets: [{ key, value: {} }] }));
    const outcomes = await Promise.allSettled(commits);
    expect(outcomes.map(({ status }) => status)).toEqual(
      keys.map((key) => (key.startsWith("refused") ? "rejected" : "fulfilled")),
    );
    const records = await atomic.list("p", { limit: 9 });
    expect(records.map(({ key }) => key)).toEqual(["a", "b", "c", "d"]);
  });

  it("tells a listener that its connection was lost, and sends signals to the next", async () => {
    const cut = async (): Promise<unknown> =>
      server().query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'");
    expect(await listenAgain(open().atomic, cut)).toEqual(["end", "signal"]);
  });

  it.skipIf(pgBouncerIsMissing())("does not listen through a proxy that pools transactions", async () => {
    const { signals } = closedAfterUse(
      postgresDriver({ url: (await sharedPgBouncer()).url(), ...patient }),
    ).atomic;
    const listener = { onSignal: () => undefined, onEnd: () => undefined };
    expect(await signals?.listen(listener)).toBeUndefined();
    await signals?.send();
  });

  it("keeps NUL, lone surrogates and exact numbers", async () => {
    const { atomic } = open();
    const value = { text: "a\0b\ud800c\udc00", "\0": "\\u0000", list: [0.1 + 0.2, 2 ** 53, 1e300, -0.5] };
    await atomic.commit("p", { sets: [{ key: "a", value }], sums: [{ key: "n", add: 0.1 }] });
    await atomic.commit("p", { sums: [{ key: "n", add: 0.2 }] });
    const records = await atomic.getMany(["a", "n"].map((key) => ({ partition: "p", key })));
    expect(records.map((record) => record?.value)).toEqual([value, { sum: 0.1 + 0.2 }]);
  });

  it("refuses a key that does not fit the index, and stores one that does", async () => {
    const { atomic } = open();
    const random = Array.from({ length: 2599 }, (_, index) => ((index * 7919) % 36).toString(36)).join("");
    expect(await atomic.commit("p", { sets: [{ key: random, value: {} }] })).toMatchObject({
      committed: true,
    });
    const long = atomic.commit("p", { sets: [{ key: `${random}x`, value: {} }] });
    await expect(long).rejects.toBeInstanceOf(StoreLimitError);
    await expect(long).rejects.toThrow(
      "the key of a record has 2,601 bytes, and PostgreSQL takes at most 2,600",
    );
  });

  it("sends the counts and the reads of a batch in one call each", async () => {
    const partitions = Array.from({ length: 40 }, (_, index) => `p${index}`);
    const { count, query } = await openWith(partitions, { pool: 2 });
    const reads = partitions.map((partition) => ({ partition, key: "a", known: undefined }));
    await query([], reads);
    const { counts } = await query(partitions.map(count), reads);
    expect(counts.every((one) => !(one instanceof Failure) && one.committed)).toBe(true);
    await driver.dispose?.();
    const calls = async (name: string): Promise<unknown> => {
      const [row] = await server().query(
        `select calls::int from pg_stat_user_functions where schemaname = '${schema}' and funcname = '${name}'`,
      );
      return row?.["calls"];
    };
    // Each connection reports its calls when it has ended.
    await expect.poll(async () => [await calls("read_records"), await calls("count_uses")]).toEqual([2, 1]);
  });

  it("counts of one key that arrive during a call go out together", async () => {
    const { count, query } = await openWith(["p"]);
    const results = await Promise.all(Array.from({ length: 100 }, async () => query([count("p")])));
    const sums = results.map(({ counts: [one] }) =>
      one instanceof Failure || !one?.committed ? 0 : one.sums[0],
    );
    expect(sums.toSorted((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });

  it("reads records, and counts other keys, while a stranger holds the lock of a counter", async () => {
    const { driver: opened, count, query } = await openWith(["free", "held"], { commandTimeoutMs: 1000 });
    const { atomic } = opened;
    await query([count("free"), count("held")]);
    const release = await lock("held", "n");
    const counting = query([count("free"), count("held")]);
    const [record] = await atomic.getMany([{ partition: "held", key: "n" }]);
    expect(record?.value).toEqual({ sum: 1 });
    const { counts } = await counting;
    expect(counts[0]).toMatchObject({ committed: true, sums: [2] });
    expect(counts[1]).toMatchObject({ error: { message: expect.stringMatching(/stayed locked|in time/) } });
    await release();
    expect((await query([count("held")])).counts).toMatchObject([{ committed: true, sums: [2] }]);
  });

  it("ends every operation in time while the server hangs, and recovers", async () => {
    const hanging = await startPostgres();
    releaseAfterUse(() => hanging.stop());
    const url = hanging.url();
    const filling = postgresDriver({ url, ...patient });
    await filling.atomic.commit("p", { sets: [{ key: "a", value: {} }] });
    await filling.dispose?.();
    const { atomic } = postgresDriver({ url, commandTimeoutMs: 300, connectTimeoutMs: 500 });
    await until(async () => (await atomic.getMany([{ partition: "p", key: "a" }])).length === 1);
    const [{ pid }] = (await hanging.query("select pg_backend_pid() as pid")) as [{ pid: number }];
    expect(pid).toBeGreaterThan(0);
    for (const { pid: one } of await hanging.query(
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    ))
      process.kill(Number(one), "SIGSTOP");
    hanging.process.kill("SIGSTOP");
    const failures = await Promise.allSettled([
      atomic.getMany([{ partition: "p", key: "a" }]),
      atomic.commit("p", { sets: [{ key: "a", value: {} }] }),
      atomic.list("p", { limit: 1 }),
    ]);
    expect(failures.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    hanging.process.kill("SIGCONT");
    await until(async () => (await atomic.getMany([{ partition: "p", key: "a" }])).length === 1);
  });

  it("reads again after its connections were ended, and never sends a write twice", async () => {
    const { atomic } = open();
    const count = async (): Promise<unknown> => atomic.commit("p", { sums: [{ key: "n", add: 1 }] });
    const endConnections = async (): Promise<unknown> =>
      server().query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'postern'",
      );
    await count();
    for (let round = 0; round < 20; round++) {
      const ending = endConnections();
      await Promise.all([atomic.getMany([{ partition: "p", key: "n" }]), ending]);
    }
    let counted = 1;
    for (let round = 0; round < 20; round++) {
      await endConnections();
      await count().then(
        () => counted++,
        () => undefined,
      );
    }
    const [record] = await atomic.getMany([{ partition: "p", key: "n" }]);
    const sum = Number(record?.value["sum"]);
    expect(sum).toBeGreaterThanOrEqual(counted);
    expect(sum).toBeLessThanOrEqual(21);
  });

  it("refuses to continue on an emptied, replaced or missing store, and changes nothing there", async () => {
    const { atomic } = open();
    await atomic.commit("p", { sets: [{ key: "a", value: {} }] });
    const write = async (): Promise<unknown> => atomic.commit("p", { sets: [{ key: "b", value: {} }] });
    const read = async (): Promise<unknown> => atomic.getMany([{ partition: "p", key: "a" }]);
    await server().query(
      `alter table ${schema}.record rename to kept; create table ${schema}.record (like ${schema}.kept including all)`,
    );
    for (const operation of [read, write]) {
      await expect(operation()).rejects.toBeInstanceOf(StoreReplacedError);
      await expect(operation()).rejects.toThrow("the store in PostgreSQL was emptied");
    }
    expect(await server().query(`select * from ${schema}.record`)).toEqual([]);
    await reopen().atomic.commit("p", { sets: [{ key: "c", value: {} }] });
    await expect(write()).rejects.toThrow("the store in PostgreSQL was replaced");
    await server().query(`drop table ${schema}.record; alter table ${schema}.kept rename to record`);
    expect(await read()).toMatchObject([{ key: "a" }]);
    await server().query(`drop schema ${schema} cascade`);
    for (const operation of [read, write])
      await expect(operation()).rejects.toThrow("the store in PostgreSQL is gone");
  });

  it("sweeps expired records by one process of several", async () => {
    let time = Date.UTC(2026, 5, 15);
    const clock = { now: () => time };
    const [one, other] = [open({ clock }), reopen({ clock })];
    const sets = Array.from({ length: 1200 }, (_, index) => ({
      key: `brief-${index}`,
      value: {},
      expiresAt: time + 1000,
    }));
    await one.atomic.commit("p", { sets: [...sets, { key: "lasting", value: {} }] });
    await other.atomic.getMany([{ partition: "p", key: "a" }]);
    time += 30_000;
    const touch = { sets: [{ key: "a", value: {} }] };
    const rows = async (): Promise<number> =>
      Number(
        (await server().query(`select count(*) from ${schema}.record where partition = 'p'`))[0]?.["count"],
      );
    await one.atomic.commit("p", touch);
    time += 35_000;
    await one.atomic.commit("p", touch);
    await until(async () => (await rows()) === 2);
    const holders = async () => server().query(`select holder from ${schema}.lease`);
    const before = await holders();
    expect(before).toHaveLength(1);
    time += 61_000;
    await other.atomic.commit("p", touch);
    await pause(50);
    expect(await holders()).toEqual(before);
    time += 160_000;
    await other.atomic.commit("p", touch);
    await until(async () => JSON.stringify(await holders()) !== JSON.stringify(before));
  });

  it("has snapshots that later commits do not change", async () => {
    const { atomic } = open();
    const set = async (...keys: string[]) =>
      atomic.commit("p", { sets: keys.map((key) => ({ key, value: { key } })) });
    await set("a", "b");
    const snapshot = atomic.snapshot?.();
    expect(await snapshot?.list("p", { limit: 9 })).toHaveLength(2);
    await atomic.commit("p", { sets: [{ key: "c", value: {} }], deletes: ["a"] });
    const [records, list] = await Promise.all([
      snapshot?.getMany([{ partition: "p", key: "a" }]),
      snapshot?.list("p", { limit: 9 }),
    ]);
    expect(records).toMatchObject([{ value: { key: "a" } }]);
    expect(list?.map(({ key }) => key)).toEqual(["a", "b"]);
    snapshot?.release();
    expect((await atomic.list("p", { limit: 9 })).map(({ key }) => key)).toEqual(["b", "c"]);
    const idle = "select 1 from pg_stat_activity where state = 'idle in transaction'";
    await until(async () => (await server().query(idle)).length === 0);
  });

  it("lists partitions without a read of every record, and scans expired records", async () => {
    const { atomic } = open();
    const names = Array.from({ length: 600 }, (_, index) => `p${index}`);
    await Promise.all(
      names.map(async (name) => atomic.commit(name, { sets: [{ key: "a", value: {}, expiresAt: 1 }] })),
    );
    const found: string[] = [];
    for await (const partition of atomic.partitions?.() ?? []) found.push(partition);
    expect(found).toEqual([...names, "store"].toSorted());
    expect(await atomic.scan?.("p7", undefined, 9)).toMatchObject([{ key: "a", record: { expiresAt: 1 } }]);
    expect(await atomic.scan?.("p7", "a", 9)).toEqual([]);
  });

  it.each([
    ["fsync=off", "process-crash"],
    ["synchronous_commit=off", "none"],
    ["fsync=on", "power-loss"],
  ])("has the durability of the server with %s", async (setting, durability) => {
    const own = await startPostgres(setting);
    releaseAfterUse(() => own.stop());
    const { atomic } = open({ url: own.url() });
    await atomic.getMany([{ partition: "p", key: "a" }]);
    expect(atomic.durability).toBe(durability);
  });

  it("connects over a Unix socket", async () => {
    const url = `postgres://postgres@:${server().port}/postgres?host=${encodeURIComponent(server().directory)}`;
    expect(await open({ url, schema: schemaName() }).atomic.list("p", { limit: 1 })).toEqual([]);
  });

  it("finishes sent counts before it closes", async () => {
    const { count, query } = await openWith(["p"]);
    const counting = Promise.all([query([count("p")]), query([count("p")])]);
    await driver.dispose?.();
    expect((await counting).map(({ counts }) => counts[0])).toMatchObject([{ sums: [1] }, { sums: [2] }]);
  });

  it("fails in time without a server, and its errors have no password", async () => {
    const { atomic } = open({ url: "postgres://ada:s3cret@127.0.0.1:1/postern" });
    const failing = atomic.list("p", { limit: 1 });
    await expect(failing).rejects.toThrow("Cannot use PostgreSQL: not connected: no server listens there");
    const error: unknown = await failing.catch((reason: unknown) => reason);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("s3cret");
  });
});
