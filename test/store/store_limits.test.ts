import { expect, it } from "vitest";
import { exportRecords, importRecords, inspectStore } from "../../lib/moving/entry.ts";
import { type AtomicDriver, createPublicApi, type PublicApi, StoreLimitError } from "../../lib/mod.ts";
import { assertFits, type StoreLimits } from "../../lib/store/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf } from "../async_items.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { untilIdle } from "../until_idle.ts";

/** Opens a store that takes time to answer, and takes only small commits. */
function narrowDriver(clock: ManualClock, limits: Omit<StoreLimits, "store">): AtomicDriver {
  const driver = slowDriver(memoryDriver({ clock }), 2);
  const all = { store: "this store", ...limits };
  const atomic = forwardAtomic(driver.atomic, {
    limits: all,
    commit: async (partition, changes) => {
      assertFits(all, partition, changes);
      return driver.atomic.commit(partition, changes);
    },
  });
  return { ...driver, atomic };
}

async function apiOver(storage: AtomicDriver, clock: ManualClock): Promise<PublicApi> {
  const api = createPublicApi({ storage, clock, secret: "a random text of at least 32 characters" });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  return api;
}

const address = (slug: string): { organizationSlug: string; slug: string } => ({
  organizationSlug: "acme",
  slug,
});
const longHtml = (text: string): string => `<p>${text.repeat(20_000 / text.length)}</p>`;

/** Writes a post whose history is larger than one commit. */
async function writeHistory(api: PublicApi, fields: object = {}): Promise<void> {
  await api.posts.create("acme", { slug: "long", name: "Long", html: longHtml("0"), ...fields });
  for (let number = 1; number < 10; number++) {
    await api.posts.update(address("long"), { html: longHtml(String(number)) });
  }
}

/** Returns the number and the changed character of each revision. */
async function historyIn(storage: AtomicDriver, clock: ManualClock): Promise<[number, string | undefined][]> {
  const records = await allOf(exportRecords(storage, { clock }));
  const revisions = records.flatMap((record) => (record.type === "post" ? record.revisions : []));
  return revisions.map(({ number, html }) => [number, html?.charAt(5)]);
}

it("logs the events of more commits than one commit may write events", async () => {
  const clock = new ManualClock();
  const storage = narrowDriver(clock, { operations: 40 });
  const api = await apiOver(storage, clock);
  const posts = Array.from({ length: 60 }, async (_, post) =>
    api.posts.create("acme", { slug: `post-${post}`, name: "Post", html: "" }),
  );
  await Promise.all(posts);
  await untilIdle(api);
  const { events } = await api.events.list("acme", { limit: 1000 });
  expect(events.filter(({ type }) => type === "post.published")).toHaveLength(60);
  expect(await allOf(inspectStore(storage))).toEqual([]);
});

it("deletes an organization and redirects whose records are more than one commit may delete", async () => {
  const clock = new ManualClock();
  const storage = narrowDriver(clock, { operations: 60, checks: 60 });
  const api = await apiOver(storage, clock);
  await api.posts.create("acme", { slug: "hello", name: "Hello", html: "" });
  for (let index = 0; index < 80; index++) {
    await api.redirects.add("acme", { from: `/old/${index}/`, slug: "hello" });
  }
  await api.posts.delete(address("hello"));
  expect(await allOf(api.redirects.iterate("acme"))).toEqual([]);
  for (let index = 0; index < 40; index++) {
    await api.posts.create("acme", { slug: `post-${index}`, name: "Post", html: "" });
  }
  await untilIdle(api);
  await api.organizations.delete("acme");
  await untilIdle(api);
  expect(await storage.atomic.list("org!acme", { limit: 9 })).toEqual([]);
});

it("restores a post whose history is larger than one commit", async () => {
  const clock = new ManualClock();
  const source = memoryDriver({ clock });
  await writeHistory(await apiOver(source, clock));
  const target = narrowDriver(clock, { commitBytes: 100_000 });
  await importRecords(target, exportRecords(source, { clock }), { clock });
  expect(await historyIn(target, clock)).toEqual(await historyIn(source, clock));
  expect(await historyIn(target, clock)).toHaveLength(10);
  expect(await allOf(inspectStore(target))).toEqual([]);
  // Readers of a post never see a part of its new state.
  const { atomic } = target;
  const keys: string[][] = [];
  const watched = forwardAtomic(atomic, {
    commit: async (partition, changes) => {
      const result = await atomic.commit(partition, changes);
      keys.push((changes.sets ?? []).map(({ key }) => key));
      return result;
    },
  });
  const api = createPublicApi({ storage: target, clock });
  await api.posts.update(address("long"), { name: "Changed", html: longHtml("x") });
  await importRecords({ ...target, atomic: watched }, exportRecords(source, { clock }), { clock });
  const ofPost = keys.filter((written) => written.includes("html!long"));
  expect(ofPost.map((written) => written.includes("post!long"))).toEqual([true]);
  expect(await historyIn(target, clock)).toEqual(await historyIn(source, clock));
  // A repetition changes nothing.
  const again = await importRecords(target, exportRecords(source, { clock }), { clock });
  expect(again).toMatchObject({ created: 0, updated: 0 });
});

it("binds the references of a post whose history is larger than one commit", async () => {
  const clock = new ManualClock();
  const storage = narrowDriver(clock, { commitBytes: 100_000 });
  const api = await apiOver(storage, clock);
  await writeHistory(api, { translations: { de: "hallo" } });
  await api.posts.create("acme", { slug: "hallo", name: "Hallo", html: "" });
  await api.posts.update(address("hallo"), { slug: "moin" });
  await untilIdle(api);
  const post = await api.posts.get(address("long"));
  expect(post).toMatchObject({ translations: { de: "moin" } });
});

it("refuses a post that is larger than the store takes, and keeps the post before", async () => {
  const clock = new ManualClock();
  const storage = narrowDriver(clock, { valueBytes: 30_000 });
  const api = await apiOver(storage, clock);
  await api.posts.create("acme", { slug: "long", name: "Long", html: longHtml("a") });
  const changed = api.posts.update(address("long"), { html: longHtml("é") });
  await expect(changed).rejects.toBeInstanceOf(StoreLimitError);
  await expect(changed).rejects.toThrow("this store takes at most 30,000. Write less at once");
  expect(await api.posts.get(address("long"))).toMatchObject({ html: longHtml("a") });
  await untilIdle(api);
  expect(await allOf(inspectStore(storage))).toEqual([]);
});
