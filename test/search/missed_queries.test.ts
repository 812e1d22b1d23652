import { expect, it } from "vitest";
import {
  type AdminActor,
  type AtomicDriver,
  createPublicApi,
  type MissedQueryReport,
  type PublicApi,
} from "../../lib/mod.ts";
import { permissions } from "../../lib/access/mod.ts";
import { exportRecords, importRecords, inspectStore, migrateStore } from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { allOf } from "../async_items.ts";
import { PendingCalls } from "../pending_calls.ts";
import { untilIdle } from "../until_idle.ts";

const day = 24 * 60 * 60 * 1000;
const actor: AdminActor = { userId: "", organizationSlug: "acme", permissions };

interface Opened {
  api: PublicApi;
  clock: ManualClock;
  storage: AtomicDriver;
  errors: unknown[];
  /** Opens a second process over the storage. */
  open: () => PublicApi;
}

async function openAcme(wrap: (storage: AtomicDriver) => AtomicDriver = (one) => one): Promise<Opened> {
  const clock = new ManualClock();
  const storage = memoryDriver({ clock });
  const errors: unknown[] = [];
  const open = (): PublicApi =>
    createPublicApi({
      storage: wrap(storage),
      clock,
      onError: (error) => void errors.push(error),
      trustProxy: 1,
      insight: false,
    });
  const api = open();
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { name: "Visit us", html: "<p>Open from nine.</p>" });
  return { api, clock, storage, errors, open };
}

async function search(api: PublicApi, q: string, more = "", headers = {}): Promise<Response> {
  const url = `http://localhost/api/public/v1/search/acme?q=${encodeURIComponent(q)}${more}`;
  return api.fetch(new Request(url, { headers }));
}

async function missed(api: PublicApi): Promise<MissedQueryReport> {
  return api.admin.search.listMissed(actor);
}

it("counts the searches that find nothing, the most frequent first", async () => {
  const { api, errors } = await openAcme();
  for (const q of ["lion", "zebra", " ZEBRA  ", "open", "The\tsavanna", "zebra"]) {
    expect((await search(api, q)).status).toBe(200);
  }
  expect((await search(api, "")).status).toBe(400);
  await api.fetch(new Request("http://localhost/api/public/v1/search/acme/suggest?q=giraffe"));
  await api.admin.search.find(actor, { q: "rhino" });
  const { queries, others } = await missed(api);
  expect(queries.map(({ query, count }) => [query, count])).toEqual([
    ["zebra", 3],
    ["lion", 1],
    ["the savanna", 1],
  ]);
  expect([others, errors]).toEqual([0, []]);
});

it("counts only the first page", async () => {
  const { api } = await openAcme();
  await api.posts.create("acme", { name: "Open again" });
  const page = (await (await search(api, "open", "&limit=1")).json()) as { nextCursor: string };
  for (const slug of ["visit-us", "open-again"]) await api.posts.delete({ organizationSlug: "acme", slug });
  expect(await (await search(api, "open", `&cursor=${page.nextCursor}`)).json()).toMatchObject({
    results: [],
  });
  expect((await missed(api)).queries).toEqual([]);
});

it("stores no address, no key and no header of the caller", async () => {
  const { api, storage } = await openAcme();
  const headers = {
    "x-forwarded-for": "198.51.100.7",
    "user-agent": "Agent/7",
    referer: "https://from.example",
  };
  await search(api, "zebra", "", headers);
  await api.events.settle();
  const records = await allOf(exportRecords(storage, { withHashes: true }));
  expect(records.filter(({ type }) => type === "missed-queries")).toEqual([
    {
      type: "missed-queries",
      organizationSlug: "acme",
      day: { date: expect.any(String) as string, others: 0, queries: [{ query: "zebra", count: 1 }] },
    },
  ]);
  expect(JSON.stringify(records)).not.toMatch(/198\.51|Agent|from\.example/);
});

it("shortens queries, and removes marks that are not seen", async () => {
  const { api } = await openAcme();
  await search(api, `${"😀".repeat(200)}x`);
  await search(api, "ze\u202ebra\u0000x");
  const { queries } = await missed(api);
  expect(queries.map(({ query }) => query)).toContain("zebra x");
  for (const { query } of queries) expect(Array.from(query).length).toBeLessThanOrEqual(80);
});

it("keeps the 100 most frequent queries of a day, and counts the others", async () => {
  const { api, clock } = await openAcme();
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 70; number++) await search(api, `zebra${round}x${number}`);
    clock.advance(61_000);
    await search(api, "often");
    await search(api, "often");
    await api.events.settle();
  }
  const { queries, others } = await missed(api);
  expect([queries.length, queries[0]?.query, queries[0]?.count, others]).toEqual([100, "often", 4, 41]);
});

it("survives a restart, and adds up the counts of processes and days", async () => {
  const { api, clock, open } = await openAcme();
  const other = open();
  await Promise.all([search(api, "zebra"), search(other, "zebra"), search(other, "lion")]);
  await Promise.all([api.events.settle(), other.events.settle()]);
  clock.advance(day);
  await search(open(), "zebra");
  const stop = other.events.start();
  await search(other, "zebra");
  await search(other, "zebra");
  await stop();
  const { queries } = await missed(open());
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  expect(queries[0]).toEqual({ query: "zebra", count: 5, lastDate: today });
  expect(queries[1]).toMatchObject({ query: "lion", count: 1 });
});

it("writes the last counts of a server without a further search", async () => {
  const { api, clock, open } = await openAcme();
  const stop = api.events.start({ idleIntervalMs: 1 });
  await search(api, "zebra");
  await search(api, "zebra");
  await search(api, "zebra");
  const other = open();
  clock.advance(10_000);
  await expect.poll(async () => (await missed(other)).queries).toMatchObject([{ query: "zebra", count: 3 }]);
  await stop();
});

it("deletes the counts after 30 days", async () => {
  const { api, clock, storage } = await openAcme();
  clock.advance(day - (clock.now() % day));
  await search(api, "zebra");
  await api.events.settle();
  clock.advance(30 * day - 1);
  expect((await missed(api)).queries).toHaveLength(1);
  clock.advance(1);
  expect((await missed(api)).queries).toEqual([]);
  const records = await allOf(exportRecords(storage, { withHashes: true, clock }));
  expect(records.filter(({ type }) => type === "missed-queries")).toEqual([]);
});

it("writes at most once in 10 seconds, after the response, and reads nothing for the request", async () => {
  let calls: string[] = [];
  let pending: PendingCalls | undefined;
  const { api, clock } = await openAcme((storage) => {
    const atomic = forwardAtomic(storage.atomic, {
      getMany: (addresses) => {
        calls.push("read");
        return storage.atomic.getMany(addresses);
      },
      commit: (partition, changes) => {
        calls.push("write");
        return storage.atomic.commit(partition, changes);
      },
    });
    pending = new PendingCalls({ ...storage, atomic });
    return pending.driver;
  });
  await untilIdle(api);
  const callsOf = async (q: string): Promise<string[]> => {
    calls = [];
    expect((await search(api, q)).status).toBe(200);
    return calls;
  };
  await callsOf("open");
  const found = [...(await callsOf("nine"))];
  const first = [...(await callsOf("zebra"))];
  await api.events.settle();
  calls = [];
  for (let number = 0; number < 20; number++) await search(api, "zebra");
  await pending?.untilNone();
  expect(calls.filter((call) => call === "write")).toEqual([]);
  clock.advance(10_000);
  await search(api, "zebra");
  await pending?.untilNone();
  expect(calls.filter((call) => call === "write")).toEqual(["write"]);
  expect(first.filter((call) => call === "write")).toEqual([]);
  // A search without results reads the content of no post.
  expect(first.length).toBeLessThanOrEqual(found.length);
  expect((await missed(api)).queries).toMatchObject([{ query: "zebra", count: 22 }]);
});

it("never fails a search", async () => {
  let isBroken = false;
  const { api, errors } = await openAcme((storage) => ({
    ...storage,
    atomic: forwardAtomic(storage.atomic, {
      commit: (partition, changes) => {
        if (isBroken) throw new Error("disk full");
        return storage.atomic.commit(partition, changes);
      },
    }),
  }));
  isBroken = true;
  expect((await search(api, "zebra")).status).toBe(200);
  await api.events.settle();
  expect(errors).not.toHaveLength(0);
  expect(await (await search(api, "open")).json()).toMatchObject({ results: [{ slug: "visit-us" }] });
});

it("is deleted with the organization, and does not write after it", async () => {
  const { api, storage, clock } = await openAcme();
  await search(api, "zebra");
  await api.events.settle();
  await search(api, "lion");
  expect(await api.organizations.delete("acme")).toBe(true);
  await api.events.settle();
  expect(await allOf(inspectStore(storage))).toEqual([]);
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  expect(await missed(api)).toEqual({ queries: [], others: 0 });
  expect(clock.now()).toBeGreaterThan(0);
});

it("is part of backups and migrations, and of exports with hashes only", async () => {
  const { api, storage, clock } = await openAcme();
  await search(api, "zebra");
  await search(api, "zebra");
  const before = await missed(api);
  expect(JSON.stringify(await allOf(exportRecords(storage, { clock })))).not.toContain("zebra");
  const target = memoryDriver({ clock });
  const summary = await importRecords(target, exportRecords(storage, { clock, withHashes: true }), { clock });
  expect(summary.types["missed-queries"]).toEqual({ created: 1, updated: 0, unchanged: 0 });
  expect(await missed(createPublicApi({ storage: target, clock }))).toEqual(before);
  expect(await allOf(inspectStore(target))).toEqual([]);
  const migrated = memoryDriver({ clock });
  expect((await migrateStore(storage, migrated, { sourceName: "memory", clock })).differences).toEqual([]);
  expect(await missed(createPublicApi({ storage: migrated, clock }))).toEqual(before);
});

it("needs the permission to read posts", async () => {
  const { api } = await openAcme();
  const stranger = { ...actor, permissions: [] };
  await expect(api.admin.search.listMissed(stranger)).rejects.toThrow("posts:read");
  await expect(api.admin.search.find(stranger, { q: "open" })).rejects.toThrow("posts:read");
});
