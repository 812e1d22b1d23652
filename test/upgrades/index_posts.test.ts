import { afterEach, describe, expect, it, vi } from "vitest";
import { inspectStore, upgradeStore } from "../../lib/moving/entry.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { createPublicApi, type PostItem, type PostSort, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf } from "../async_items.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { earlierVersion } from "./earlier_version.ts";
import { currentVersion, storeVersion } from "./store_version.ts";

const sorts: readonly PostSort[] = [
  "publishedAt",
  "-publishedAt",
  "changedAt",
  "createdAt",
  "updatedAt",
  "name",
];
const day = 86_400_000;

/** A driver whose calls end some turns of the event loop later, and some of them later than others. */
function slow(driver: AtomicDriver): AtomicDriver {
  const { atomic } = driver;
  let calls = 0;
  const later = async <Result>(call: () => Result): Promise<Awaited<Result>> => {
    for (let turn = calls++ % 3; turn >= 0; turn--) await new Promise((resolve) => setImmediate(resolve));
    const result = await call();
    await new Promise((resolve) => setImmediate(resolve));
    return result;
  };
  return {
    ...driver,
    atomic: forwardAtomic(atomic, {
      getMany: (addresses) => later(() => atomic.getMany(addresses)),
      list: (partition, range) => later(() => atomic.list(partition, range)),
      commit: (partition, changes) => later(() => atomic.commit(partition, changes)),
      query: undefined,
      queryReplica: undefined,
    }),
  };
}

/** A store that this version and the version before share. */
class SharedStore {
  readonly clock = new ManualClock();
  readonly storage = memoryDriver({ clock: this.clock });
  readonly errors: unknown[] = [];
  readonly earlier = this.open(earlierVersion(this.storage));
  readonly present: PublicApi;

  constructor(wrap: (driver: AtomicDriver) => AtomicDriver = (driver) => driver) {
    this.present = this.open(wrap(this.storage));
  }

  open(storage: AtomicDriver): PublicApi {
    const onError = (error: unknown): void => void this.errors.push(error);
    return createPublicApi({ storage, clock: this.clock, onError, insight: false });
  }

  /** Fills the store as the earlier version does. */
  async fill(count: number): Promise<void> {
    await this.earlier.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    for (let index = 0; index < count; index++) {
      this.clock.advance(1000);
      const publishedAt = this.clock.now() - ((index * 7) % 5) * day;
      const input = { name: `Post ${index}`, tags: ["a"], publishedAt, updatedAt: "2020-01-01" };
      await this.earlier.posts.create("acme", input);
    }
  }

  async read(path: string, api: PublicApi = this.present): Promise<Response> {
    return api.fetch(new Request(`http://localhost/api/public/v1${path}`));
  }

  async slugs(query: string): Promise<string[]> {
    const response = await this.read(`/post/acme?limit=100&${query}`);
    const { posts } = (await response.json()) as { posts: { slug: string; changedAt?: string }[] };
    if (posts.some(({ changedAt }) => changedAt === undefined)) throw new Error(`${query}: no changedAt`);
    return posts.map(({ slug }) => slug);
  }
}

/** Expects that every list has each public post once, as the index by creation does, and that the store has no stray entry. */
async function expectWhole(shared: SharedStore): Promise<void> {
  const all = (await allOf(shared.present.posts.iterate("acme"))).filter(
    ({ status }) => status === "published",
  );
  const slugs = all.map(({ slug }) => slug).toSorted();
  for (const sort of sorts)
    expect([sort, (await shared.slugs(`sort=${sort}`)).toSorted()]).toEqual([sort, slugs]);
  const tagged = all.filter(({ tags }) => tags?.includes("b") === true).map(({ slug }) => slug);
  expect((await shared.slugs("tag=b")).toSorted()).toEqual(tagged.toSorted());
  expect((await shared.slugs("updatedSince=2026-01-01")).toSorted()).toEqual(slugs);
  expect(await allOf(inspectStore(shared.storage))).toEqual([]);
  expect(shared.errors).toEqual([]);
}

const post = (slug: string): { organizationSlug: string; slug: string } => ({
  organizationSlug: "acme",
  slug,
});

afterEach(() => void vi.useRealTimers());

describe("posts that the version before wrote", () => {
  it("are indexed by the upgrade of the store, with the time of their last revision", async () => {
    const shared = new SharedStore();
    await shared.fill(40);
    await shared.earlier.events.settle();
    await upgradeStore(shared.storage, { clock: shared.clock });
    const commit = vi.spyOn(shared.storage.atomic, "commit");
    await expectWhole(shared);
    expect(commit).not.toHaveBeenCalled();
    const [last] = await shared.present.posts.revisions(post("post-3"));
    expect(await shared.present.posts.get(post("post-3"))).toMatchObject({ changedAt: last?.at });
    expect(await storeVersion(shared.storage)).toBe(await currentVersion());
  });

  it("have no change in the future, nor one without a revision", async () => {
    const shared = new SharedStore();
    await shared.fill(2);
    await shared.earlier.posts.update(post("post-0"), { updatedAt: "2062-01-01" });
    const { atomic } = shared.storage;
    const revisions = (await atomic.list("org!acme", { limit: 1000 })).filter(({ key }) =>
      key.startsWith("revision!"),
    );
    await atomic.commit("org!acme", { deletes: revisions.map(({ key }) => key) });
    shared.clock.advance(day);
    await upgradeStore(shared.storage, { clock: shared.clock });
    const changes = (await allOf(shared.present.posts.iterate("acme"))).map(({ changedAt }) => changedAt);
    expect(changes).toEqual([new Date(shared.clock.now()).toISOString(), "2020-01-01T00:00:00.000Z"]);
  });

  it("are indexed once, also if the upgrade is interrupted at any commit", async () => {
    const shared = new SharedStore();
    await shared.fill(40);
    let commits = 0;
    let written = 0;
    for (let most = 1; ; most++) {
      commits = 0;
      const { atomic } = shared.storage;
      const commit: typeof atomic.commit = (partition, changes) => {
        if (++commits > most) throw new Error("killed");
        written += changes.sets?.filter(({ key }) => key.startsWith("post!")).length ?? 0;
        return atomic.commit(partition, changes);
      };
      const storage = { ...shared.storage, atomic: forwardAtomic(atomic, { commit }) };
      const isDone = await upgradeStore(storage, { clock: shared.clock }).then(
        () => true,
        () => false,
      );
      if (isDone) break;
    }
    expect(written).toBe(40);
    await expectWhole(shared);
  });

  it("let other work run between the batches", async () => {
    const shared = new SharedStore();
    await shared.fill(100);
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns++;
      if (!isDone) setTimeout(count, 0);
    };
    count();
    const { atomic } = shared.storage;
    const commit: typeof atomic.commit = (partition, changes) => {
      shared.clock.advance(5);
      return atomic.commit(partition, changes);
    };
    await upgradeStore({ atomic: forwardAtomic(atomic, { commit }) }, { clock: shared.clock });
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(7);
  });

  it("are listed after at most two seconds, and until then the lists respond with 503", async () => {
    const shared = new SharedStore();
    await shared.fill(30);
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const { atomic } = shared.storage;
    const commit: typeof atomic.commit = async (partition, changes) => {
      await isReleased;
      return atomic.commit(partition, changes);
    };
    const api = shared.open({ ...shared.storage, atomic: forwardAtomic(atomic, { commit }) });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const listed = shared.read("/post/acme", api);
    await vi.advanceTimersByTimeAsync(2_000);
    const response = await listed;
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    const single = await shared.read("/post/acme/post-1", api);
    expect(single.status).toBe(200);
    expect(await single.json()).not.toHaveProperty("changedAt");
    const byCreation = shared.read("/post/acme?sort=createdAt", api);
    await vi.advanceTimersByTimeAsync(1);
    expect((await byCreation).status).toBe(200);
    expect(shared.errors.splice(0)).toMatchObject([{ name: "StoreUnavailableError" }]);
    release();
    const later = shared.read("/post/acme", api);
    await vi.advanceTimersByTimeAsync(1_900);
    expect((await later).status).toBe(200);
    vi.useRealTimers();
    await vi.waitFor(async () => {
      expect(await storeVersion(shared.storage)).toBe(await currentVersion());
    });
    await expectWhole(shared);
  });
});

/** Writes of the version before. */
const writes: Readonly<Record<string, (api: PublicApi) => Promise<unknown>>> = {
  "a new post": ({ posts }) => posts.create("acme", { name: "New", tags: ["b"], updatedAt: "2020-01-01" }),
  "other tags": ({ posts }) => posts.update(post("post-1"), { tags: ["b"], updatedAt: "2020-01-01" }),
  "another text": ({ posts }) =>
    posts.put("acme", { name: "Post 1", html: "<p>2</p>", updatedAt: "2020-01-01" }),
  "another publication": ({ posts }) => posts.update(post("post-1"), { publishedAt: "2020-01-01" }),
  "another slug": ({ posts }) => posts.update(post("post-1"), { slug: "moved", name: "Moved" }),
  "an archived post": ({ posts }) => posts.update(post("post-1"), { status: "archived" }),
  "a deletion": ({ posts }) => posts.delete(post("post-1")),
  "a post in place of another": async ({ posts }) => {
    await posts.delete(post("post-1"));
    await posts.create("acme", { name: "Other", slug: "post-1", tags: ["b"] });
  },
  "a restored revision": async ({ posts }) => {
    await posts.update(post("post-1"), { name: "Renamed", tags: ["b"] });
    await posts.restore(post("post-1"), 1);
  },
};

describe("a process of the version before that writes beside", () => {
  it.each(Object.entries(writes))("loses no post from any list by %s", async (_kind, write) => {
    const shared = new SharedStore();
    await shared.fill(5);
    await expectWhole(shared);
    shared.clock.advance(1000);
    const before = await shared.present.posts.get(post("post-1"));
    await write(shared.earlier);
    // A write of this version does not hide the write before it.
    await shared.present.posts.update(post("post-2"), { name: "Beside" });
    const changed = (await allOf(shared.earlier.posts.iterate("acme"))).find(
      ({ id, revision }) => id === before?.id && revision !== before.revision,
    );
    const publicSlug = changed?.slug ?? "";
    const single: unknown = await (await shared.read(`/post/acme/${publicSlug}`)).json();
    const { posts } = (await (await shared.read("/post/acme?sort=createdAt")).json()) as {
      posts: PostItem[];
    };
    const listed = posts.find(({ id }) => id === changed?.id);
    // The earlier version kept the time of an earlier change.
    for (const shown of [single, listed ?? {}]) expect(shown).not.toHaveProperty("changedAt");
    await expectWhole(shared);
    const after = await shared.present.posts.get(post(publicSlug));
    const [then, now] = [before, after].map((one) => Date.parse(one?.changedAt ?? ""));
    expect(after === null || Number(now) > Number(then)).toBe(true);
  });

  it("loses no post if both write at the same time, on a store that takes time", async () => {
    const shared = new SharedStore(slow);
    await shared.fill(3);
    for (let round = 0; round < 10; round++) {
      const { earlier, present } = shared;
      await Promise.all([
        earlier.posts.create("acme", { name: `Old ${round}`, tags: ["b"], updatedAt: "2020-01-01" }),
        ...Array.from({ length: 4 }, (_, index) =>
          present.posts.create("acme", { name: `New ${round} ${index}` }),
        ),
        earlier.posts.update(post("post-1"), { tags: [`b`, `${round}`], updatedAt: "2020-01-01" }),
        shared.slugs("sort=changedAt"),
        present.posts.update(post("post-2"), { name: `Round ${round}` }),
      ]);
      await expectWhole(shared);
    }
  });
});

describe("writes of this version", () => {
  it("leave complete indexes, so that lists read nothing more, also if many run at the same time", async () => {
    const shared = new SharedStore(slow);
    await shared.present.organizations.create({
      slug: "acme",
      name: "Acme",
      siteUrl: "https://acme.example",
    });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shared.present.posts.create("acme", { name: `Post ${index}` }),
      ),
    );
    await Promise.all([
      ...Array.from({ length: 10 }, (_, index) =>
        shared.present.posts.update(post(`post-${index}`), { slug: `moved-${index}` }),
      ),
      shared.present.posts.delete(post("post-19")),
      shared.present.redirects.add("acme", { from: "/a", slug: "post-18" }),
      shared.present.redirects.remove("acme", "/b"),
    ]);
    const list = vi.spyOn(shared.storage.atomic, "list");
    expect(await shared.slugs("sort=changedAt")).toHaveLength(19);
    const starts = list.mock.calls.map(([, { start = "" }]) => start);
    const walks = starts.filter((start) => start.startsWith("posts"));
    expect(walks).toEqual([expect.stringContaining("changed-at")]);
    await expectWhole(shared);
  });
});
