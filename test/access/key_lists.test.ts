import { beforeEach, describe, expect, it } from "vitest";
import type { AtomicDriver, ListedApiKey, PublicApi } from "../../lib/mod.ts";
import type { KeyQuery } from "../../lib/access/mod.ts";
import { World } from "../api/world.ts";
import { allOf } from "../async_items.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { memoryDriver } from "../slow_memory.ts";
import { storages } from "./storages.ts";

type Page = Awaited<ReturnType<PublicApi["apiKeys"]["list"]>>;

/** Counts the records that a driver reads, and its calls. */
class Reads {
  records = 0;
  calls = 0;
  counters = 0;

  wrap(driver: AtomicDriver): AtomicDriver {
    const { atomic } = driver;
    return {
      ...driver,
      atomic: forwardAtomic(atomic, {
        getMany: async (addresses) => {
          const counters = addresses.filter(({ key }) => /^re(quests|fusals)!/.test(key)).length;
          this.counters += counters;
          this.#add(addresses.length - counters);
          return atomic.getMany(addresses);
        },
        list: async (partition, range) => {
          const found = await atomic.list(partition, range);
          this.#add(found.length);
          return found;
        },
      }),
    };
  }

  /** Returns the result of work, and the records that it read apart from counters. */
  async of<Result>(work: () => Promise<Result>): Promise<Result> {
    [this.records, this.calls, this.counters] = [0, 0, 0];
    return work();
  }

  #add(records: number): void {
    this.records += records;
    this.calls++;
  }
}

const names = (keys: readonly ListedApiKey[]): string[] => keys.map(({ name }) => name);

/** Returns the pages of a list. */
async function pagesOf(world: World, query: KeyQuery = {}): Promise<Page[]> {
  const pages: Page[] = [];
  let next: string | null = null;
  do {
    const page = await world.api.apiKeys.list("acme", next === null ? query : { ...query, after: next });
    pages.push(page);
    ({ next } = page);
  } while (next !== null);
  return pages;
}

async function namesOf(world: World, query: KeyQuery = {}): Promise<string[]> {
  return names((await pagesOf(world, query)).flatMap(({ keys }) => keys));
}

/** Generates keys of one user, a minute apart. */
async function generate(world: World, ...created: string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  let userId: string | undefined;
  for (const name of created) {
    world.clock.advance(60_000);
    const key = await world.createKey(userId === undefined ? { name } : { name, userId });
    ({ userId } = key);
    ids.set(name, key.id);
  }
  return ids;
}

describe.each(storages)("lists of keys, %s", (_name, openStorage) => {
  const world = World.forEachTest(openStorage);

  it("have pages by id, by creation, and by end", async () => {
    const ids = await generate(world, "one", "two", "three", "four", "five");
    for (const name of ["four", "two"]) {
      world.clock.advance(60_000);
      await world.revokeKey(ids.get(name) ?? "");
    }
    const byId = [...ids].toSorted(([, one], [, other]) => (one < other ? -1 : 1)).map(([name]) => name);
    expect(await namesOf(world, { limit: 2 })).toEqual(byId);
    expect(await namesOf(world, { limit: 2, status: "live" })).toEqual(["five", "three", "one"]);
    expect(await namesOf(world, { limit: 1, status: "ended" })).toEqual(["two", "four"]);
    expect((await pagesOf(world, { limit: 5 })).map(({ keys }) => keys.length)).toEqual([5]);
  });

  it("find keys by the beginnings of words, of the id and of the shown characters", async () => {
    const long = "京".repeat(60);
    // An id has no digit 0, 1, 8 or 9, so the short words are in no id.
    const ids = await generate(
      world,
      "Déploy deployment",
      "c1-deploy",
      "C1 東京サーバーv9",
      "my_key",
      "😀 ok",
      long,
    );
    await world.revokeKey(ids.get("c1-deploy") ?? "");
    const found = async (search: string, status?: "live" | "ended"): Promise<string[]> =>
      (await namesOf(world, { search, limit: 1, ...(status && { status }) })).toSorted();
    expect(await found("dep")).toEqual(["Déploy deployment", "c1-deploy"]);
    expect(await found("DEPLOY", "live")).toEqual(["Déploy deployment"]);
    expect(await found("dep", "ended")).toEqual(["c1-deploy"]);
    expect(await found("c1")).toEqual(["C1 東京サーバーv9", "c1-deploy"]);
    expect(await found("c1 dep")).toEqual(["c1-deploy"]);
    expect(await found("c1-dep")).toEqual(["c1-deploy"]);
    expect(await found("サー")).toEqual(["C1 東京サーバーv9"]);
    expect(await found("key")).toEqual(["my_key"]);
    expect(await found("my_k")).toEqual(["my_key"]);
    expect(await found("(my), key!")).toEqual(["my_key"]);
    expect(await found("v9")).toEqual(["C1 東京サーバーv9"]);
    expect(await found("😀")).toEqual(["😀 ok"]);
    expect(await found(long.slice(10))).toEqual([long]);
    expect(await found(`${long}京`)).toEqual([]);
    expect(await found("eploy")).toEqual([]);
    const id = ids.get("my_key") ?? "";
    expect(await found(id.slice(0, 10))).toEqual(["my_key"]);
    expect(await found(`postern_${id.slice(0, 4)}`)).toEqual(["my_key"]);
  });

  it("hold the usage of a page, with one entry for keys that were rolled from each other", async () => {
    const ids = await generate(world, "one", "two");
    const rolled = await world.rollKey(ids.get("one") ?? "");
    await world.get("/post/acme/missing", rolled.key);
    const usage = await world.api.apiKeys.usage("acme", { days: 1, limit: 1 });
    const rest = await world.api.apiKeys.usage("acme", { days: 1, limit: 1, after: usage.next ?? "" });
    expect(rest.next).toBeNull();
    const entries = [...usage.usage, ...rest.usage];
    const [one, other] = [[ids.get("one") ?? "", rolled.id].toSorted(), [ids.get("two")]];
    const today = "2026-06-15";
    expect(entries).toHaveLength(2);
    expect(entries).toContainEqual({ keyIds: one, days: [{ date: today, requests: 1, refusals: 0 }] });
    expect(entries).toContainEqual({ keyIds: other, days: [{ date: today, requests: 0, refusals: 0 }] });
    const listed = await allOf(world.api.apiKeys.iterate("acme"));
    const uses = listed.map(({ id, requestsToday, lastUsedOn }) => [id, requestsToday, lastUsedOn]);
    expect(uses).toContainEqual([rolled.id, 1, today]);
    expect(uses).toContainEqual([ids.get("one"), 1, today]);
    expect(uses).toContainEqual([ids.get("two"), 0, undefined]);
  });
});

describe("a page of keys", () => {
  const reads = new Reads();
  const world = World.forEachTest(
    async (clock) => ({ storage: reads.wrap(memoryDriver({ clock })), close: () => undefined }),
    { insight: false },
  );
  const total = 60;
  let userId: string;

  beforeEach(async () => {
    ({ userId } = await world.createKey({ name: "live 1" }));
    for (let number = 0; number < total; number++) {
      const { id } = await world.createKey({ name: `ended ${number}`, userId });
      await world.revokeKey(id);
    }
    await world.createKey({ name: "live 2", userId });
    await world.createKey({ name: "live 3", userId });
    await world.api.apiKeys.list("acme", { status: "live" });
  });

  const limit = 5;
  /** Each list with the most records that a page reads apart from counters. */
  const lists: Record<string, { query: KeyQuery; most: number; keys: number }> = {
    "by id": { query: {}, most: 2 * (limit + 1), keys: limit },
    live: { query: { status: "live" }, most: 2 * limit, keys: 3 },
    ended: { query: { status: "ended" }, most: 1 + 2 * (limit + 1), keys: limit },
    found: { query: { search: "17" }, most: 3, keys: 1 },
    "found live": { query: { search: "live", status: "live" }, most: 2 * limit, keys: 3 },
  };

  it.each(Object.entries(lists))(
    "%s reads no more than its own keys",
    async (_name, { query, most, keys }) => {
      const page = await reads.of(() => world.api.apiKeys.list("acme", { ...query, limit }));
      expect(page.keys).toHaveLength(keys);
      expect(reads.records).toBeLessThanOrEqual(most);
      // The marker of the index, expiries that no worker has seen, the entries, the credentials, and the counters.
      expect(reads.calls).toBeLessThanOrEqual(6);
      expect(reads.counters).toBeGreaterThan(0);
    },
  );

  it("of usage reads the counters of a page in one query", async () => {
    const { usage } = await reads.of(() => world.api.apiKeys.usage("acme", { days: 30, limit }));
    expect(usage).toHaveLength(limit);
    expect(reads.counters).toBe(60 * limit);
    expect(reads.calls).toBe(2);
  });

  it("does not read expired keys twice, though no worker has seen their expiry", async () => {
    for (let number = 0; number < 30; number++) {
      await world.createKey({ name: `brief ${number}`, userId, expiresIn: "1h" });
    }
    world.clock.advance(3_600_000);
    expect(names((await world.api.apiKeys.list("acme", { status: "live", limit: 100 })).keys)).toHaveLength(
      3,
    );
    await reads.of(() => world.api.apiKeys.list("acme", { status: "live", limit: 100 }));
    expect(reads.records).toBeLessThanOrEqual(7);
    expect(await namesOf(world, { status: "ended", search: "brief" })).toHaveLength(30);
  });
});

describe("the list of ended keys", () => {
  const world = World.forEachTest(async (clock) => ({
    storage: memoryDriver({ clock }),
    close: () => undefined,
  }));

  it("has all expired keys, though no worker has seen their expiry", async () => {
    for (let number = 0; number < 8; number++) {
      await world.createKey({ name: `brief ${number}`, expiresIn: `${number + 1}h` });
    }
    await world.createKey({ name: "live" });
    expect(await namesOf(world, { status: "ended" })).toEqual([]);
    world.clock.advance(7 * 3_600_000);
    const seen: string[] = [];
    for (let after: string | undefined, isLast = false; !isLast;) {
      const query = { status: "ended", limit: 2, ...(after !== undefined && { after }) } as const;
      const { keys, next } = await world.api.apiKeys.list("acme", query);
      seen.push(...names(keys));
      after = next ?? undefined;
      isLast = next === null;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((number) => `brief ${number}`));
  });
});

describe("the usage of a key that was rolled often", () => {
  const world = World.forEachTest(async (clock) => ({
    storage: memoryDriver({ clock }),
    close: () => undefined,
  }));

  it("names 100 keys, and continues with the next quota", async () => {
    let { id, userId } = await world.createKey({ name: "first" });
    for (let roll = 0; roll < 101; roll++) ({ id } = await world.rollKey(id, { overlap: "0" }));
    await world.createKey({ name: "other", userId });
    const { usage, next } = await world.api.apiKeys.usage("acme", { days: 1, limit: 2 });
    expect(next).toBeNull();
    expect(usage.map(({ keyIds, moreKeys }) => `${keyIds.length} ${moreKeys}`).toSorted()).toEqual([
      "1 undefined",
      "100 true",
    ]);
    const first = await world.api.apiKeys.usage("acme", { days: 1, limit: 1 });
    const second = await world.api.apiKeys.usage("acme", { days: 1, limit: 1, after: first.next ?? "" });
    expect([...first.usage, ...second.usage]).toEqual(usage);
  });
});

describe("an interrupted change of a key", () => {
  let isDead = false;
  let dies: (partition: string, keys: readonly string[]) => boolean = () => false;
  const world = World.forEachTest(async (clock) => {
    [isDead, dies] = [false, () => false];
    const driver = memoryDriver({ clock });
    const commit: AtomicDriver["atomic"]["commit"] = (partition, changes) => {
      isDead ||= dies(
        partition,
        (changes.sets ?? []).map(({ key }) => key),
      );
      if (isDead) throw new Error("The process was killed");
      return driver.atomic.commit(partition, changes);
    };
    return {
      storage: { ...driver, atomic: forwardAtomic(driver.atomic, { commit }) },
      close: () => undefined,
    };
  });
  const isAudit = (partition: string, keys: readonly string[]): boolean =>
    partition === "org!acme" && keys.some((key) => key.startsWith("audit!"));
  const isCredential = (partition: string): boolean => partition.startsWith("key!");

  const changes: Record<
    string,
    { dies: typeof dies; change: (id: string) => Promise<unknown>; live: string[]; ended: string[] }
  > = {
    "a revocation before its audit": {
      dies: isAudit,
      change: async (id) => world.revokeKey(id),
      live: ["other"],
      ended: ["changed"],
    },
    "a revocation before its commit": {
      dies: isCredential,
      change: async (id) => world.revokeKey(id),
      live: ["changed", "other"],
      ended: [],
    },
    "a roll before its commit": {
      dies: isCredential,
      change: async (id) => world.rollKey(id, { overlap: "0" }),
      live: ["changed", "other"],
      ended: [],
    },
  };

  it.each(Object.entries(changes))(
    "hides no live key: %s",
    async (_name, { dies: kill, change, live, ended }) => {
      const ids = await generate(world, "other", "changed");
      dies = kill;
      await expect(change(ids.get("changed") ?? "")).rejects.toThrow(/killed|not available|unavailable/i);
      [isDead, dies] = [false, () => false];
      expect((await namesOf(world, { status: "live" })).toSorted()).toEqual(live);
      expect(await namesOf(world, { status: "ended" })).toEqual(ended);
      expect(await namesOf(world, { search: "changed" })).toEqual(["changed"]);
      expect(await namesOf(world, { search: "changed", status: "ended" })).toEqual(ended);
    },
  );
});

describe("a store of an earlier version", () => {
  const isIndex = (key: string): boolean => /^key-(live|ended|index)/.test(key);

  it("gets the indexes with the first list, also for keys that it writes without them", async () => {
    let isEarlier = true;
    const world = await World.open(async (clock) => {
      const driver = memoryDriver({ clock });
      const commit: AtomicDriver["atomic"]["commit"] = (partition, { sets = [], ...changes }) =>
        driver.atomic.commit(partition, {
          ...changes,
          sets: isEarlier ? sets.filter(({ key }) => !isIndex(key)) : sets,
        });
      return {
        storage: { ...driver, atomic: forwardAtomic(driver.atomic, { commit }) },
        close: () => undefined,
      };
    });
    const ids = await generate(world, "one", "two", "three");
    await world.revokeKey(ids.get("two") ?? "");
    isEarlier = false;
    expect(await namesOf(world, { status: "live" })).toEqual(["three", "one"]);
    expect(await namesOf(world, { status: "ended", search: "two" })).toEqual(["two"]);
    await world.close();
  });
});
