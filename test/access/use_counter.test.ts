import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AtomicDriver } from "../../lib/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { redisDriver } from "../../storage-drivers/redis.ts";
import { World } from "../api/world.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { redisIsMissing, type RedisServer, startRedis } from "../storage-drivers/_redis_server.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { recordingDriver } from "./recording_driver.ts";
import { patient } from "../storage-drivers/_patient.ts";

const path = "/post/acme/hello";

/** Sends concurrent requests with one key. Returns the status and the remaining quota of each response. */
async function sendAtOnce(world: World, key: string, requests: number): Promise<[number, number][]> {
  const responses = await Promise.all(Array.from({ length: requests }, () => world.get(path, key)));
  return responses.map(({ status, headers }) => [
    status,
    Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]),
  ]);
}

async function openWorld(
  driver: (clock: World["clock"]) => AtomicDriver,
): Promise<{ world: World; key: string }> {
  const open = async (clock: World["clock"]): ReturnType<Parameters<typeof World.open>[0]> => ({
    storage: driver(clock),
    close: () => undefined,
  });
  const world = await World.open(open, { rateLimit: { perDay: 100 }, insight: false });
  await world.createPost({ name: "Hello" });
  const { key } = await world.createKey();
  await world.get(path, key);
  await world.api.events.settle();
  return { world, key };
}

it("counts concurrent requests with few commits, and returns the remaining quota to each", async () => {
  let calls: { operation: string }[] = [];
  const { world, key } = await openWorld((clock) => {
    const recording = recordingDriver(memoryDriver({ clock }));
    ({ calls } = recording);
    return recording.driver;
  });
  calls.length = 0;
  const told = await sendAtOnce(world, key, 50);
  expect(told.map(([status]) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  const left = told.map(([, remaining]) => remaining).toSorted((one, other) => other - one);
  expect(left).toEqual(Array.from({ length: 50 }, (_, index) => 98 - index));
  expect(calls.filter(({ operation }) => operation === "commit").length).toBeLessThan(5);
});

/** Wraps a driver to count its commits. */
function countingCommits(driver: AtomicDriver): { driver: AtomicDriver; commits: () => number } {
  let commits = 0;
  const atomic = forwardAtomic(driver.atomic, {
    query: (batch) => {
      commits += batch.counts.length;
      return driver.atomic.query?.(batch) ?? { counts: [], reads: [] };
    },
    commit: (partition, changes) => {
      commits++;
      return driver.atomic.commit(partition, changes);
    },
  });
  return { driver: { ...driver, atomic }, commits: () => commits };
}

/** Opens a world whose driver counts its commits. */
async function openCountedWorld(
  open: (clock: World["clock"]) => AtomicDriver,
): Promise<{ world: World; key: string; commits: () => number }> {
  let commits = (): number => 0;
  const opened = await openWorld((clock) => {
    const counting = countingCommits(open(clock));
    ({ commits } = counting);
    return counting.driver;
  });
  return { ...opened, commits };
}

/** Tests a store that sends all queries of one event loop tick together. */
function describeTurns(name: string, open: (clock: World["clock"]) => AtomicDriver): void {
  describe(`over ${name}`, () => {
    it("counts the requests of a tick with one commit, and returns the remaining quota to each", async () => {
      const { world, key, commits } = await openCountedWorld(open);
      const before = commits();
      const told = await sendAtOnce(world, key, 50);
      expect(commits() - before).toBe(1);
      expect(told.map(([status]) => status)).toEqual(Array.from({ length: 50 }, () => 200));
      const left = told.map(([, remaining]) => remaining).toSorted((one, other) => other - one);
      expect(left).toEqual(Array.from({ length: 50 }, (_, index) => 98 - index));
      expect((await sendAtOnce(world, key, 1))[0]).toEqual([200, 48]);
    });

    it("admits exactly the remaining number of concurrent requests", async () => {
      const { world, key } = await openWorld(open);
      const told = await sendAtOnce(world, key, 150);
      expect(told.filter(([status]) => status === 200)).toHaveLength(99);
      expect(told.filter(([status]) => status === 429)).toHaveLength(51);
      expect(told.filter(([status]) => status === 429).every(([, remaining]) => remaining === 0)).toBe(true);
      world.clock.advance(24 * 3_600_000);
      expect((await world.get(path, key)).status).toBe(200);
    });

    it("admits the remaining requests of a tick with few commits, and refuses later requests with one", async () => {
      const { world, key, commits } = await openCountedWorld(open);
      const start = commits();
      await sendAtOnce(world, key, 150);
      await world.api.events.settle();
      expect(commits() - start).toBeLessThan(40);
      const before = commits();
      const refused = await sendAtOnce(world, key, 50);
      expect(commits() - before).toBe(1);
      expect(refused).toEqual(Array.from({ length: 50 }, () => [429, 0]));
      world.clock.advance(24 * 3_600_000);
      const nextDay = commits();
      const left = (await sendAtOnce(world, key, 50)).map(([, remaining]) => remaining);
      expect(left.toSorted((one, other) => other - one)).toEqual(
        Array.from({ length: 50 }, (_, index) => 99 - index),
      );
      expect(commits() - nextDay).toBe(2);
    });

    it("refuses requests after the key was revoked", async () => {
      const { world, key } = await openWorld(open);
      const [, id = ""] = key.split("_");
      const before = sendAtOnce(world, key, 5);
      await world.revokeKey(id);
      expect((await sendAtOnce(world, key, 5)).map(([status]) => status)).toEqual([401, 401, 401, 401, 401]);
      expect((await before).every(([status]) => status === 200 || status === 401)).toBe(true);
    });
  });
}

describe("requests with one key", () => {
  const directory = temporaryDirectory();
  const drivers: AtomicDriver[] = [];
  afterAll(async () => {
    for (const driver of drivers) await driver.dispose?.();
    directory.remove();
  });

  describeTurns("LMDB", (clock) => {
    const driver = lmdbDriver({ path: `${directory.path}/${drivers.length}`, clock });
    drivers.push(driver);
    return driver;
  });
});

describe.skipIf(redisIsMissing())("requests with one key", () => {
  let server: RedisServer;
  const drivers: AtomicDriver[] = [];
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(async () => {
    for (const driver of drivers) await driver.dispose?.();
    await server.stop();
  });

  describeTurns("Redis", (clock) => {
    const driver = redisDriver({ url: server.url, keyPrefix: `${drivers.length}:`, clock, ...patient });
    drivers.push(driver);
    return driver;
  });
});

it("refuses waiting requests if the key is revoked meanwhile", async () => {
  const { world, key } = await openWorld((clock) => recordingDriver(memoryDriver({ clock })).driver);
  const [, id = ""] = key.split("_");
  const before = sendAtOnce(world, key, 5);
  await world.revokeKey(id);
  const after = await sendAtOnce(world, key, 5);
  expect((await before).map(([status]) => status)).toContain(200);
  expect(after.map(([status]) => status)).toEqual([401, 401, 401, 401, 401]);
});
