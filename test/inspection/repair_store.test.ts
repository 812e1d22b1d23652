import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import {
  inspectStore,
  repairStore,
  type RepairSummary,
  type SetAsideRecord,
  type StoreFinding,
} from "../../lib/moving/entry.ts";
import {
  type Address,
  type AtomicDriver,
  DamagedRecordError,
  type ScannedRecord,
} from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { fillStore } from "../transfer/_filled_store.ts";
import { type Damage, type DamageableStore, damageableStores } from "./_damageable_stores.ts";
import { randomDamages } from "./_random_damages.ts";

const flipOne: Damage = (bytes) => {
  const flipped = Buffer.from(bytes);
  const at = flipped.length >> 1;
  flipped[at] = (flipped[at] ?? 0) ^ 4;
  return flipped;
};
const remove: Damage = () => null;
const garbage: Damage = () => Buffer.from("garbage");

const acme = (key: string): Address => ({ partition: "org!acme", key });

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* recordsIn({ atomic }: AtomicDriver): AsyncGenerator<ScannedRecord> {
  for await (const partition of atomic.partitions?.() ?? []) {
    yield* (await atomic.scan?.(partition, undefined, 10_000)) ?? [];
  }
}

describe.each(damageableStores)("inspection and repair, %s", (_name, openStore) => {
  let store: DamageableStore;
  let clock: ManualClock;
  let setAside: SetAsideRecord[];
  beforeEach(async () => {
    clock = new ManualClock();
    store = await openStore(clock);
    setAside = [];
    const { api } = await fillStore(store.storage, clock);
    await api.events.settle();
  });
  afterEach(() => store.close());

  const inspect = async (): Promise<StoreFinding[]> => collect(inspectStore(store.storage));
  const problems = async (): Promise<string[]> =>
    (await inspect()).map(({ problem, address }) => `${problem} ${address.key}`).toSorted();
  const repair = async (): Promise<RepairSummary> =>
    repairStore(store.storage, { clock, setAside: (record) => void setAside.push(record) });
  const get = async (path: string): Promise<[number, string]> => {
    const api = createPublicApi({ storage: store.storage, clock, onError: () => undefined });
    const response = await api.fetch(new Request(`http://localhost/api/public/v1${path}`));
    return [response.status, await response.text()];
  };
  const keysOf = async (partition: string, start: string): Promise<string[]> => {
    const records = (await store.storage.atomic.scan?.(partition, undefined, 1000)) ?? [];
    return records.map(({ key }) => key).filter((key) => key.startsWith(start));
  };

  it("finds and repairs nothing in an undamaged store", async () => {
    expect(await inspect()).toEqual([]);
    expect(await repair()).toEqual({ rebuilt: 0, restored: 0, setAside: 0, left: 0 });
    expect(setAside).toEqual([]);
  });

  it("rebuilds indexes and lists", async () => {
    const list = await get("/post/acme?sort=name");
    const lost = [
      ...(await keysOf("org!acme", "posts-by!")),
      ...(await keysOf("org!acme", "post-id!")),
      ...(await keysOf("org!acme", "knowledge-id!")),
      ...(await keysOf("org!acme", "key!")),
    ].map(acme);
    const directories = ["organizations", "users"];
    for (const partition of directories) {
      lost.push(...(await keysOf(partition, "")).map((key) => ({ partition, key })));
    }
    await store.damage(lost, remove);
    // Revisions, redirects and working copies are linked to their post's entry in the list of ids, and counts to the index by name.
    const found = (await inspect()).filter(
      ({ address }) => !/^(?:revision|redirect|working-copy|tally(?:-rank)?)!/.test(address.key),
    );
    expect(found.map(({ problem }) => problem)).toEqual(lost.map(() => "missing"));
    expect(found.map(({ address }) => address)).toEqual(expect.arrayContaining(lost) as unknown);
    expect(await repair()).toEqual({ rebuilt: lost.length, restored: 0, setAside: 0, left: 0 });
    expect(await inspect()).toEqual([]);
    expect(await get("/post/acme?sort=name")).toEqual(list);
  });

  it.each([
    ["one flipped bit", flipOne],
    ["garbage", garbage],
    ["a truncated record", (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1)],
    ["an empty record", (): Buffer => Buffer.alloc(0)],
    ["a missing record", remove],
  ])("restores a post and its HTML from the last revision: %s", async (_case, damage) => {
    const before = await get("/post/acme/a-published-post");
    const [key = ""] = await keysOf("org!acme", "post!a-published");
    const isMissing = damage === remove;
    await store.damage([acme(key)], damage);
    expect(await problems()).toContain(isMissing ? "stray html!a-published-post" : `damaged ${key}`);
    const restored = { rebuilt: 0, restored: 1, setAside: isMissing ? 0 : 1, left: 0 };
    expect(await repair()).toEqual(restored);
    expect(await get("/post/acme/a-published-post")).toEqual(before);

    await store.damage([acme("html!a-published-post")], damage);
    expect(await problems()).toContain(
      isMissing ? "incomplete post!a-published-post" : "damaged html!a-published-post",
    );
    expect(await repair()).toEqual(restored);
    expect(await get("/post/acme/a-published-post")).toEqual(before);
    expect(await inspect()).toEqual([]);
  });

  it("sets aside entries of an index that their posts do not have, and keeps all others", async () => {
    const list = await get("/post/acme?sort=name");
    const byName = await keysOf("org!acme", "posts-by!folded-name!");
    const [entry] = await store.storage.atomic.getMany([acme(byName[0] ?? "")]);
    const [redirect = ""] = await keysOf("org!acme", "redirect-of!");
    const [redirectEntry] = await store.storage.atomic.getMany([acme(redirect)]);
    const planted = [
      `posts-by!folded-name!an-earlier-title!an-earlier-title!${byName[0]?.split("!").at(-1)}`,
      `${redirect}0`,
    ];
    const sets = [entry, redirectEntry].map((one, index) => ({
      key: planted[index] ?? "",
      value: one?.value ?? {},
    }));
    await store.storage.atomic.commit("org!acme", { sets });
    expect(await problems()).toEqual(planted.map((key) => `unlisted ${key}`));
    expect(await repair()).toEqual({ rebuilt: 0, restored: 0, setAside: 2, left: 0 });
    expect(setAside.map(({ key }) => key).toSorted()).toEqual(planted);
    expect(await inspect()).toEqual([]);
    expect(await keysOf("org!acme", "posts-by!folded-name!")).toEqual(byName);
    expect(await get("/post/acme?sort=name")).toEqual(list);
  });

  it("sets aside a post whose HTML is in no revision, with all its records", async () => {
    const list = await get("/post/acme?limit=1");
    await createPublicApi({ storage: store.storage, clock }).posts.create("acme", {
      name: "Long",
      html: "x".repeat(200_000),
    });
    await store.damage([acme("html!long")], garbage);
    const summary = await repair();
    expect(summary).toMatchObject({ restored: 0, left: 0 });
    expect(summary.setAside).toBe(setAside.length);
    expect(setAside[0]).toMatchObject({ partition: "org!acme", key: "html!long", raw: "garbage" });
    expect(setAside.map(({ key }) => key)).toContain("post!long");
    expect(setAside.find(({ key }) => key === "post!long")?.raw).toContain('"name":"Long"');
    expect(await inspect()).toEqual([]);
    expect((await get("/post/acme/long"))[0]).toBe(404);
    expect(await get("/post/acme?limit=1")).toEqual(list);
  });

  it("sets nothing aside that a second reading finds whole", async () => {
    const { atomic } = store.storage;
    const misread = new Set<string>();
    const scan: NonNullable<typeof atomic.scan> = async (partition, after, limit) => {
      const page = (await atomic.scan?.(partition, after, limit)) ?? [];
      return page.map((scanned): ScannedRecord => {
        const { record, ...rest } = scanned;
        const name = `${partition} ${scanned.key}`;
        if (record === undefined || misread.has(name)) return scanned;
        misread.add(name);
        const { key, place } = rest;
        return { ...rest, damage: new DamagedRecordError({ partition, key, place, reason: "misread" }) };
      });
    };
    const records = async (): Promise<string[]> =>
      (await collect(recordsIn(store.storage))).map(({ place }) => place);
    const before = await records();
    const storage = { ...store.storage, atomic: forwardAtomic(atomic, { scan }) };
    const summary = await repairStore(storage, { clock, setAside: (one) => void setAside.push(one) });
    expect(summary).toEqual({ rebuilt: 0, restored: 0, setAside: 0, left: 0 });
    // A repair also requests records of due events.
    const after = new Set(await records());
    expect(before.filter((record) => !after.has(record))).toEqual([]);
    expect([setAside, await inspect()]).toEqual([[], []]);
    expect(misread.size).toBeGreaterThan(50);
  });

  it("does not change a damaged organization, or records of a later version", async () => {
    const later = acme("html!a-draft-post");
    await store.damage([acme("organization")], garbage);
    await store.storage.atomic.commit(later.partition, {
      sets: [{ key: later.key, value: { schemaVersion: 2, data: {} } }],
    });
    expect(await repair()).toEqual({ rebuilt: 0, restored: 0, setAside: 0, left: 2 });
    expect(await problems()).toEqual(["damaged organization", "later-version html!a-draft-post"]);
    expect((await get("/post/acme/a-published-post"))[0]).not.toBe(404);
  });

  it("sets aside a damaged counter of requests", async () => {
    const counters: Address[] = [];
    for await (const partition of store.storage.atomic.partitions?.() ?? []) {
      for (const key of await keysOf(partition, "requests!")) counters.push({ partition, key });
    }
    expect(counters).not.toEqual([]);
    await store.damage(counters, garbage);
    // The first commit of LMDB removes expired records.
    await createPublicApi({ storage: store.storage, clock }).posts.create("acme", { name: "New", html: "" });
    const result = { rebuilt: 0, restored: 0, setAside: counters.length, left: 0 };
    expect(await repair()).toEqual(result);
    expect(setAside.map(({ partition, key }) => ({ partition, key }))).toEqual(counters);
    expect(await inspect()).toEqual([]);
  });

  it("completes an interrupted repair", async () => {
    await store.damage([acme("post!a-draft-post")], garbage);
    const interrupted = repairStore(store.storage, {
      clock,
      setAside: () => Promise.reject(new Error("no space left on device")),
    });
    await expect(interrupted).rejects.toThrow("no space left");
    expect(await problems()).toContain("damaged post!a-draft-post");
    expect(await repair()).toMatchObject({ restored: 1, setAside: 1, left: 0 });
    expect(await inspect()).toEqual([]);
  });

  it("serves everything undamaged again after 50 random damages", async () => {
    const api = createPublicApi({ storage: store.storage, clock });
    for (let post = 0; post < 100; post++) {
      await api.posts.create("acme", { name: `Post ${post}`, html: `<p>Content ${post}</p>` });
    }
    await api.events.settle();
    const before = new Map<string, [number, string]>();
    for (let post = 0; post < 100; post++) before.set(`post-${post}`, await get(`/post/acme/post-${post}`));
    const damages = await randomDamages(store.storage.atomic, 50);
    for (const { address, damage } of damages) await store.damage([address], damage);
    await repair();
    expect(await inspect()).toEqual([]);
    const lost = new Set(setAside.map(({ key }) => key.replace(/^[^!]*!/, "")));
    const kept = [...before].filter(([slug]) => !lost.has(slug));
    for (const [slug, response] of kept) {
      expect([slug, ...(await get(`/post/acme/${slug}`))]).toEqual([slug, ...response]);
    }
    const { posts } = createPublicApi({ storage: store.storage, clock });
    const listed = (await collect(posts.iterate("acme"))).map(({ slug }) => slug);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining(kept.map(([slug]) => slug)) as unknown);
  });
});

describe("inspection", () => {
  it("finds nothing in an undamaged store in memory", async () => {
    const clock = new ManualClock();
    const storage = memoryDriver({ clock });
    await fillStore(storage, clock);
    expect(await collect(inspectStore(storage))).toEqual([]);
  });

  it("names the driver that cannot list its records", async () => {
    const { atomic } = memoryDriver();
    const blind = { name: "blind", atomic: { ...atomic, partitions: undefined, scan: undefined } };
    const reading = collect(inspectStore(blind as unknown as ReturnType<typeof memoryDriver>));
    await expect(reading).rejects.toThrow(/driver "blind" cannot list its records/);
  });
});
