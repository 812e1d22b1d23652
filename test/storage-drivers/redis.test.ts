import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { type AtomicDriver, Failure } from "../../lib/store/mod.ts";
import { redisDriver, type RedisDriverOptions } from "../../storage-drivers/redis.ts";
import { describeDriver } from "../_driver_suite.ts";
import { releaseAfterUse, startForSuite } from "../servers/release_after_use.ts";
import { listenAgain } from "./_listen_again.ts";
import { closedAfterUse, type Counters, openCounters, reopenable } from "./_open_driver.ts";
import { redisIsMissing, startRedis, startRedisCluster, until } from "./_redis_server.ts";
import { patient } from "./_patient.ts";

describe.skipIf(redisIsMissing())("Redis", () => {
  const server = startForSuite(startRedis);
  const open = (options: RedisDriverOptions = {}): AtomicDriver =>
    closedAfterUse(redisDriver({ url: server().url, ...options }));

  describeDriver("redis", async (clock) => {
    const keyPrefix = `${randomUUID()}:`;
    return reopenable(() => redisDriver({ url: server().url, keyPrefix, clock, ...patient }));
  });

  it("tells a listener that its connection was lost, and sends signals to the next", async () => {
    const cut = async (): Promise<unknown> => server().command("CLIENT", "KILL", "TYPE", "pubsub");
    expect(await listenAgain(open().atomic, cut)).toEqual(["end", "signal"]);
  });

  it("does not listen without the right to", async () => {
    await server().command("ACL", "SETUSER", "limited", "on", ">password", "~*", "+@all", "resetchannels");
    const url = server().url.replace("redis://", "redis://limited:password@");
    const { signals } = open({ url }).atomic;
    const listener = { onSignal: () => undefined, onEnd: () => undefined };
    expect(await signals?.listen(listener)).toBeUndefined();
  });

  describe("on another database than that of its setting", () => {
    const missing =
      "Cannot use Redis: the server has no database of this number (ERR DB index is out of range)";
    const ways: readonly [string, () => AtomicDriver][] = [
      ["the URL", () => open({ url: `${server().url}/16` })],
      ["the options of ioredis", () => open({ redisOptions: { db: 16 } })],
      [
        "a client of the host",
        () => {
          const client = new Redis({ port: server().port, db: 16 });
          client.on("error", () => undefined);
          releaseAfterUse(() => client.disconnect());
          return redisDriver({ client });
        },
      ],
    ];

    it.each(ways)(
      "reads and writes nothing if the server lacks the database of %s",
      async (_name, openThere) => {
        await server().command("FLUSHALL");
        const driver = openThere();
        const { atomic } = driver;
        const operations = [
          async () => atomic.list("p", { limit: 1 }),
          async () => atomic.getMany([{ partition: "p", key: "a" }]),
          async () => atomic.commit("p", { sets: [{ key: "a", value: {} }] }),
          async () => driver.hasItem("a"),
          async () => atomic.signals?.listen({ onSignal: () => undefined, onEnd: () => undefined }),
        ];
        for (const operate of operations)
          await expect(operate()).rejects.toThrow("ERR DB index is out of range");
        await expect(atomic.list("p", { limit: 1 })).rejects.toThrow(missing);
        await expect(atomic.list("p", { limit: 1 })).rejects.toMatchObject({ isRefusal: true });
        expect(await server().command("DBSIZE")).toBe(0);
      },
    );

    it("refuses operations after a reconnection that does not select the database", async () => {
      const rules = ["on", ">secret", "~*", "&*", "+@all"];
      await server().command("ACL", "SETUSER", "chooser", ...rules);
      const url = server().url.replace("redis://", "redis://chooser:secret@");
      const { atomic } = open({ url: `${url}/7` });
      const write = async (): Promise<unknown> => atomic.commit("p", { sets: [{ key: "a", value: {} }] });
      await server().command("FLUSHALL");
      await write();
      await server().command("ACL", "SETUSER", "chooser", "-select");
      await server().command("CLIENT", "KILL", "USER", "chooser");
      await until(async () =>
        write().then(
          () => false,
          (error: Error) => error.message.includes("the user lacks a permission (NOPERM"),
        ),
      );
      expect(await server().command("DBSIZE")).toBe(0);
      await server().command("ACL", "SETUSER", "chooser", "+select");
      await until(async () => (await write()) !== undefined);
      expect(await server().command("DBSIZE")).toBe(0);
    });

    it("works where the server forbids to ask for the database, the user and the role", async () => {
      const rules = ["on", ">secret", "~*", "&*", "+@all", "-client", "-role", "-acl", "-config"];
      await server().command("ACL", "SETUSER", "modest", ...rules);
      const url = server().url.replace("redis://", "redis://modest:secret@");
      const { atomic } = open({ url: `${url}/3` });
      await atomic.commit("p", { sets: [{ key: "a", value: {} }] });
      expect(await atomic.list("p", { limit: 2 })).toHaveLength(1);
    });
  });

  it("refuses a server that took it for another user", async () => {
    const client = new Redis({ port: server().port });
    releaseAfterUse(() => client.disconnect());
    client.options.username = "writer";
    await expect(redisDriver({ client }).atomic.list("p", { limit: 1 })).rejects.toThrow(
      'Cannot use Redis: the server took the user for "default", and not for "writer"',
    );
  });

  it("reads from a read-only replica, and cannot write to it", async () => {
    await open().atomic.commit("copied", { sets: [{ key: "a", value: {} }] });
    const replica = await startRedis("--replicaof", "127.0.0.1", String(server().port));
    releaseAfterUse(() => replica.stop());
    await until(async () =>
      String(await replica.command("INFO", "replication")).includes("master_link_status:up"),
    );
    const { atomic } = open({ url: replica.url });
    expect(await atomic.list("copied", { limit: 2 })).toHaveLength(1);
    const written = atomic.commit("p", { sets: [{ key: "a", value: {} }] });
    await expect(written).rejects.toMatchObject({ isRefusal: false });
    await expect(written).rejects.toThrow("the server is a read-only replica");
  });

  it("takes values up to the proto-max-bulk-len of the server, and refuses longer ones", async () => {
    const narrow = await startRedis("--proto-max-bulk-len", "1mb");
    releaseAfterUse(() => narrow.stop());
    const { atomic } = open({ url: narrow.url });
    await atomic.list("p", { limit: 1 });
    const most = 1_048_476;
    expect(atomic.limits).toMatchObject({ valueBytes: most });
    const write = async (bytes: number): Promise<unknown> =>
      atomic.commit("p", { sets: [{ key: "a", value: { text: "x".repeat(bytes - 11) } }] });
    expect(await write(most)).toMatchObject({ committed: true });
    await expect(write(most + 1)).rejects.toThrow(
      "a record has 1,048,477 bytes, and Redis takes at most 1,048,476. Write less at once",
    );
  });

  it("works after the server has forgotten the scripts", async () => {
    const { atomic } = open();
    const count = { sums: [{ key: "n", add: 1 }] };
    await atomic.commit("forgetful", count);
    await server().command("SCRIPT", "FLUSH");
    expect(await atomic.commit("forgetful", count)).toMatchObject({ committed: true, sums: [2] });
    await server().command("SCRIPT", "FLUSH");
    expect(await atomic.list("forgetful", { limit: 9 })).toMatchObject([{ key: "n", value: { sum: 2 } }]);
  });

  it("removes expired records, and their entries in the order", async () => {
    let time = Date.UTC(2026, 5, 15);
    const keyPrefix = `${randomUUID()}:`;
    const { atomic } = open({ keyPrefix, clock: { now: () => time } });
    for (let index = 0; index < 50; index++) {
      const set = { key: `brief-${index}`, value: {}, expiresAt: time + 1000 };
      await atomic.commit("p", { sets: [set] });
    }
    // The second commit begins the counter anew, with an earlier expiry.
    for (const expiresAt of [time + 18_000_000, time + 1000]) {
      await atomic.commit("p", { sums: [{ key: "n", add: 1, expiresAt }] });
    }
    time += 600_000;
    for (let index = 0; index < 6; index++) await atomic.commit("p", { sets: [{ key: "a", value: {} }] });
    for (const [command, kind] of [
      ["HLEN", "records"],
      ["ZCARD", "order"],
    ] as const) {
      expect(await server().command(command, `${keyPrefix}{p}:${kind}`)).toBe(1);
    }
    expect(await server().command("ZCARD", `${keyPrefix}{p}:expiries`)).toBe(0);
  });

  it("sends the operations of one tick before the first reply", async () => {
    const client = new Redis({ port: server().port });
    const { atomic } = redisDriver({ client });
    await atomic.commit("p", { sums: [{ key: "n", add: 1 }] });
    await server().command("CLIENT", "PAUSE", "300", "ALL");
    const answers = Promise.all([
      atomic.getMany([{ partition: "p", key: "n" }]),
      atomic.commit("p", { sums: [{ key: "n", add: 1 }] }),
      atomic.list("q", { limit: 1 }),
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    // The commit is sent with a read of the store's id.
    expect(client.commandQueue.length).toBe(4);
    expect(await answers).toMatchObject([[{ value: { sum: 1 } }], { sums: [2] }, []]);
    client.disconnect();
  });

  it("keeps no more than 10,000 commands for a server that hangs, however long", async () => {
    const hanging = await startRedis();
    const client = new Redis({ port: hanging.port });
    const { atomic } = redisDriver({ client, commandTimeoutMs: 100 });
    await until(async () => (await atomic.list("p", { limit: 1 })).length === 0);
    hanging.process.kill("SIGSTOP");
    const failures = new Set<unknown>();
    const ask = async (): Promise<unknown> =>
      atomic.list("p", { limit: 1 }).catch((error: Error) => failures.add(error.message));
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 5000 }, ask));
    expect(client.commandQueue.length).toBe(10_000);
    expect([...failures]).toEqual([
      "Cannot use Redis: no reply within 100 ms",
      "Cannot use Redis: 10000 commands are still waiting for a reply",
    ]);
    hanging.process.kill("SIGCONT");
    await until(async () => (await atomic.list("p", { limit: 1 })).length === 0);
    client.disconnect();
    await hanging.stop();
  });

  /** Opens partitions with a record and a counter. */
  async function openWith(partitions: string[]): Promise<Counters> {
    const counters = await openCounters(open({ keyPrefix: "turns:" }), partitions);
    for (const partition of partitions) await counters.query([counters.count(partition)]);
    return counters;
  }

  it("runs a batch in one call, for any partitions", async () => {
    const partitions = ["p1", "p2", "p3"];
    const { count, read, query } = await openWith(partitions);
    const batch = [partitions.map(count), partitions.map(read)] as const;
    await query(...batch);
    await server().command("CONFIG", "RESETSTAT");
    const { counts, reads } = await query(...batch);
    expect(counts).toMatchObject([{ sums: [3] }, { sums: [3] }, { sums: [3] }]);
    expect(reads).toEqual(["unchanged", "unchanged", "unchanged"]);
    expect(String(await server().command("INFO", "commandstats"))).toMatch(/cmdstat_evalsha:calls=1,/);
  });

  it("fails no item of a batch because of another damaged partition or refused writes", async () => {
    const { count, read, query } = await openWith(["good", "bad"]);
    await server().command("SET", "turns:{bad}:records", "none of ours");
    const wrongType = { error: { message: expect.stringContaining("WRONGTYPE") } };
    const first = await query([count("bad"), count("good")], [read("bad"), read("good")]);
    expect(first.counts).toMatchObject([wrongType, { sums: [2] }]);
    expect(first.reads).toMatchObject([wrongType, "unchanged"]);
    await server().command("CONFIG", "SET", "maxmemory", "1");
    const full = await query([count("good")], [read("good")]);
    await server().command("CONFIG", "SET", "maxmemory", "0");
    expect(full.counts).toMatchObject([
      { error: { message: expect.stringContaining("its memory is full") } },
    ]);
    expect(full.reads).toEqual(["unchanged"]);
    expect((await query([count("good")])).counts).toMatchObject([{ sums: [3] }]);
  });

  it("counts correctly if a sum has 16 digits", async () => {
    const { driver, query } = await openWith(["large"]);
    const { atomic } = driver;
    const [record] = await atomic.getMany([{ partition: "large", key: "a" }]);
    const add = async (add: number): Promise<unknown> => {
      const check = { key: "a", version: record?.version ?? "" };
      const { counts } = await query([{ partition: "large", check, sums: [{ key: "n", add }] }]);
      return counts[0];
    };
    let sum = 1;
    // After 1,025 additions the sum exceeds 2^63, the limit of Lua's integers.
    for (let times = 0; times < 1_030; times++) {
      sum += Number.MAX_SAFE_INTEGER;
      expect(await add(Number.MAX_SAFE_INTEGER)).toMatchObject({ committed: true });
    }
    const [counter] = await atomic.getMany([{ partition: "large", key: "n" }]);
    expect(counter?.value).toEqual({ sum });
  });

  it("looks for another server if its server has become a replica", async () => {
    const { count, query } = await openWith(["demoted"]);
    const countOnce = async (): Promise<unknown> => (await query([count("demoted")])).counts[0];
    const connections = async (): Promise<number> =>
      Number(/total_connections_received:(\d+)/.exec(String(await server().command("INFO", "stats")))?.[1]);
    const before = await connections();
    await server().command("REPLICAOF", "127.0.0.1", "1");
    expect(await countOnce()).toMatchObject({ error: { message: expect.stringContaining("READONLY") } });
    await server().command("REPLICAOF", "NO", "ONE");
    await until(async () => !((await countOnce()) instanceof Failure));
    // The commands of this test use three connections.
    expect((await connections()) - before).toBeGreaterThan(3);
  });

  it("finishes a sent batch before it closes", async () => {
    const { driver, count, query } = await openWith(["p"]);
    const counting = query([count("p")]);
    await driver.dispose?.();
    expect((await counting).counts).toMatchObject([{ sums: [2] }]);
  });

  it("accepts a client of the host, connects it if it is lazy, and leaves it open", async () => {
    const settings = { enableOfflineQueue: false, maxRetriesPerRequest: 0, lazyConnect: true };
    const client = new Redis(server().port, settings);
    const driver = redisDriver({ client });
    expect(await driver.atomic.list("none", { limit: 1 })).toEqual([]);
    await driver.dispose?.();
    expect(await client.ping()).toBe("PONG");
    client.disconnect();
  });

  it("refuses a server that evicts records", async () => {
    const dropping = await startRedis("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru");
    releaseAfterUse(() => dropping.stop());
    const { atomic } = open({ url: dropping.url });
    await expect(atomic.list("p", { limit: 1 })).rejects.toThrow(
      "Cannot use Redis: its maxmemory-policy is allkeys-lru, and must be noeviction",
    );
  });

  it("names a wrong password, and fails in time without a server", async () => {
    await server().command("ACL", "SETUSER", "writer", "on", ">secret", "~*", "+@all");
    const host = `127.0.0.1:${server().port}`;
    const read = async (url: string): Promise<unknown> =>
      open({ url, connectTimeoutMs: 500 }).atomic.list("none", { limit: 1 });
    expect(await read(`redis://writer:secret@${host}/0`)).toEqual([]);
    await expect(read(`redis://writer:wrong@${host}`)).rejects.toThrow("WRONGPASS");
    await expect(read("redis://127.0.0.1:1")).rejects.toThrow(
      "Cannot use Redis: not connected (connect ECONNREFUSED 127.0.0.1:1)",
    );
  });
});

describe.skipIf(redisIsMissing())("Redis Cluster", () => {
  const cluster = startForSuite(startRedisCluster);

  describeDriver("redis cluster of three nodes", async (clock) => {
    const driver = redisDriver({ url: cluster().url, keyPrefix: `${randomUUID()}:`, clock, ...patient });
    return { atomic: driver.atomic, close: () => driver.dispose?.() };
  });
});
