import { describe, expect, it } from "vitest";
import { checkStore } from "../../adapters/standalone/doctor/check_store.ts";
import { createPublicApi } from "../../lib/mod.ts";
import type { AtomicDriver, BatchResult, KnownVersion, RecordRead } from "../../lib/store/mod.ts";
import { postgresDriver, type PostgresDriverOptions } from "../../storage-drivers/postgres.ts";
import { releaseAfterUse, startForSuite } from "../servers/release_after_use.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { postgresIsMissing, schemaName } from "./_postgres_client.ts";
import { type PostgresServer, startPostgres, startStandby } from "./_postgres_server.ts";
import { publishPost } from "./_publish_post.ts";
import { until } from "./_redis_server.ts";

const maxReplicaLagMs = 3000;

describe.skipIf(postgresIsMissing())("reads from a replica of PostgreSQL", () => {
  const primary = startForSuite(async () => startPostgres("track_functions=all"));
  const replica = startForSuite(async () => startStandby(primary().port, "track_functions=all"));
  let schema = "";

  function open(options: PostgresDriverOptions = {}): AtomicDriver {
    const url = primary().url(schema);
    const readReplica = `postgres://127.0.0.1:${replica().port}`;
    const defaults = { url, readReplica, maxReplicaLagMs, commandTimeoutMs: 10_000 };
    return closedAfterUse(postgresDriver({ ...defaults, ...options }));
  }

  /** Opens a new store with a record, and waits until the replica serves it. */
  async function openStore(
    options?: PostgresDriverOptions,
  ): Promise<{ driver: AtomicDriver; version: string }> {
    schema = schemaName();
    const driver = open(options);
    const version = await set(driver, 1);
    await untilReplicaReads(driver);
    return { driver, version };
  }

  const set = async ({ atomic }: AtomicDriver, number: number): Promise<string> => {
    const result = await atomic.commit("p", { sets: [{ key: "a", value: { number } }] });
    return result.committed ? result.version : "";
  };
  const toRead = (known?: KnownVersion, key = "a"): RecordRead => ({ partition: "p", key, known });
  const read = async ({ atomic }: AtomicDriver, ...reads: RecordRead[]): Promise<BatchResult["reads"]> => {
    const result = await atomic.queryReplica?.({ counts: [], reads });
    return result?.reads ?? [];
  };

  /** Returns the calls of `read_records` on a server. A connection reports them at its end at the latest. */
  const callsOn = async (server: PostgresServer): Promise<number> => {
    const [row] = await server.query(
      "select sum(calls)::int as calls from pg_stat_user_functions where funcname = 'read_records' and schemaname = $1",
      [schema],
    );
    return Number(row?.["calls"] ?? 0);
  };
  const untilReplicaReads = async (driver: AtomicDriver): Promise<void> => {
    const before = await callsOn(replica());
    await until(async () => {
      await read(driver, toRead());
      return (await callsOn(replica())) > before + 2;
    });
  };
  /** Stops the replay of changes, until the returned function is called or the test ends. */
  const pauseReplay = async (): Promise<() => Promise<unknown>> => {
    await replica().query("select pg_wal_replay_pause()");
    await until(async () => {
      const [row] = await replica().query("select pg_get_wal_replay_pause_state() as state");
      return row?.["state"] === "paused";
    });
    const resume = async (): Promise<unknown> => replica().query("select pg_wal_replay_resume()");
    releaseAfterUse(resume);
    return resume;
  };

  it("serve requests without a key, and the primary serves all others", async () => {
    schema = schemaName();
    const driver = open();
    const api = createPublicApi({ storage: driver });
    const key = await publishPost(api);
    const get = async (headers: Record<string, string> = {}): Promise<number> =>
      (await api.fetch(new Request("http://localhost/api/public/v1/post/acme/hello", { headers }))).status;
    await untilReplicaReads(driver);
    const served = await callsOn(replica());
    for (let request = 0; request < 20; request++) expect(await get()).toBe(200);
    await until(async () => (await callsOn(replica())) >= served + 20);
    const before = await callsOn(replica());
    for (let request = 0; request < 20; request++) expect(await get({ "x-api-key": key })).toBe(200);
    await api.posts.list("acme");
    await driver.dispose?.();
    expect(await callsOn(replica())).toBe(before);
  });

  const numberOf = (record: BatchResult["reads"][number] | undefined): number =>
    record !== null && typeof record === "object" && "value" in record ? Number(record.value["number"]) : -1;

  /** Reads the record until a time has passed, and returns its numbers with the time since the start. */
  const watch = async (driver: AtomicDriver, milliseconds: number): Promise<[number, number][]> => {
    const start = performance.now();
    const seen: [number, number][] = [];
    for (;;) {
      const askedAt = performance.now() - start;
      if (askedAt > milliseconds) return seen;
      const [record] = await read(driver, toRead());
      seen.push([numberOf(record), askedAt]);
    }
  };
  /** The older record is returned within the stated age, and the newer record after it. */
  const expectBoundedAge = (seen: readonly [number, number][]): void => {
    expect(seen[0]?.[0]).toBe(1);
    expect(seen.at(-1)?.[0]).toBe(2);
    expect(seen.filter(([number, askedAt]) => number === 1 && askedAt > maxReplicaLagMs)).toEqual([]);
  };

  it("return a state of at most the stated age while the replay is paused", async () => {
    const { driver } = await openStore();
    const resume = await pauseReplay();
    await set(driver, 2);
    expectBoundedAge(await watch(driver, 1.5 * maxReplicaLagMs));
    await resume();
    await untilReplicaReads(driver);
    expect(await read(driver, toRead())).toMatchObject([{ value: { number: 2 } }]);
  });

  it("never return an older record in place of a cached one, nor the absence of a new one", async () => {
    const { driver, version } = await openStore({ maxReplicaLagMs: 60_000 });
    await pauseReplay();
    const later = await set(driver, 2);
    await driver.atomic.commit("p", { sets: [{ key: "new", value: {} }] });
    const known = (text: string): RecordRead => toRead({ version: text, asOf: undefined });
    // The replica confirms its own state, and only this one.
    expect(await read(driver, known(version))).toEqual(["unchanged"]);
    expect(await read(driver, known(later))).toEqual(["unchanged"]);
    expect(await read(driver, known("other"))).toMatchObject([{ version: later }]);
    expect(await read(driver, toRead(undefined, "new"))).toMatchObject([{ key: "new" }]);
    // All records of a batch are of one state: one that the replica lacks moves all to the primary.
    expect(await read(driver, toRead(), toRead(undefined, "new"))).toMatchObject([
      { version: later },
      { key: "new" },
    ]);
  });

  it("show writers their own changes in the same process", async () => {
    const { driver } = await openStore();
    const api = createPublicApi({ storage: driver });
    await publishPost(api);
    const title = async (): Promise<unknown> => {
      const response = await api.fetch(new Request("http://localhost/api/public/v1/post/acme/hello"));
      return ((await response.json()) as { name: unknown }).name;
    };
    const address = { organizationSlug: "acme", slug: "hello" };
    await untilReplicaReads(driver);
    const resume = await pauseReplay();
    await api.posts.update(address, { name: "Changed" });
    // The API of the process asks the primary, and so does a request with a key.
    expect(await api.posts.get(address)).toMatchObject({ name: "Changed" });
    await until(async () => (await title()) === "Changed");
    await resume();
    for (let request = 0; request < 20; request++) expect(await title()).toBe("Changed");
  });

  it("fall back while the replica is stopped or hangs, and return to it", async () => {
    const { driver, version } = await openStore();
    const isRead = async (): Promise<void> =>
      expect(await read(driver, toRead())).toMatchObject([{ version }]);
    await replica().stopImmediately();
    for (let request = 0; request < 5; request++) await isRead();
    await replica().restart();
    await untilReplicaReads(driver);
    const backends = await replica().query(
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    for (const { pid } of backends) process.kill(Number(pid), "SIGSTOP");
    for (let request = 0; request < 5; request++) await isRead();
    for (const { pid } of backends) process.kill(Number(pid), "SIGCONT");
    await untilReplicaReads(driver);
  });

  it("are reported by the doctor", async () => {
    const { driver } = await openStore();
    const replicaFinding = async (storage: AtomicDriver): Promise<unknown> =>
      (await checkStore(storage)).find(({ check }) => check === "replica");
    expect(await replicaFinding(driver)).toMatchObject({ status: "ok" });
    const resume = await pauseReplay();
    const other = open({ maxReplicaLagMs: 250 });
    expect(await replicaFinding(other)).toMatchObject({
      status: "warning",
      detail: "the replica is not used: it has not received a heartbeat",
    });
    await resume();
    const without = closedAfterUse(postgresDriver({ url: primary().url(schema) }));
    expect(await replicaFinding(without)).toBeUndefined();
  });

  it("stay with the primary if the other server has another store", async () => {
    const stranger = await startPostgres("track_functions=all");
    releaseAfterUse(() => stranger.stop());
    schema = schemaName();
    const other = postgresDriver({ url: stranger.url(schema) });
    await set(other, 9);
    await other.dispose?.();
    const driver = open({ readReplica: `postgres://127.0.0.1:${stranger.port}` });
    await set(driver, 1);
    const found: BatchResult["reads"][number][] = [];
    await until(async () => {
      found.push(...(await read(driver, toRead())));
      return (await callsOn(stranger)) > 2;
    });
    expect(found.filter((record) => numberOf(record) !== 1)).toEqual([]);
  });

  it("stay with the primary after the replica is promoted", async () => {
    const { driver } = await openStore();
    await replica().query("select pg_promote()");
    await set(driver, 2);
    expectBoundedAge(await watch(driver, 1.5 * maxReplicaLagMs));
    const before = await callsOn(replica());
    expect(await read(driver, toRead())).toMatchObject([{ value: { number: 2 } }]);
    await driver.dispose?.();
    expect((await callsOn(replica())) - before).toBeLessThan(5);
  });
});
