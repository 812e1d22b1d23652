import { afterEach, describe, expect, it, vi } from "vitest";
import { exportRecords, importRecords, inspectStore, repairStore } from "../../lib/moving/entry.ts";
import { type AtomicDriver, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { Changes } from "../../lib/store/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf, each } from "../async_items.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { namesVersion } from "../upgrades/names_version.ts";

const rating = { name: "rating", type: "number", isFilterable: true } as const;
const level = { name: "level", type: "choice", choices: ["low", "high"], isFilterable: true } as const;
const minute = 60_000;

type Commit = AtomicDriver["atomic"]["commit"];

/** A store with the organization "acme". */
class World {
  readonly clock = new ManualClock();
  readonly storage: AtomicDriver = memoryDriver({ clock: this.clock });
  readonly errors: unknown[] = [];
  readonly api: PublicApi = this.open();

  open(storage = this.storage): PublicApi {
    const onError = (error: unknown): void => void this.errors.push(error);
    return createPublicApi({ storage, clock: this.clock, onError, insight: false });
  }

  /** Opens an API whose commits pass through a function. */
  openBeside(beside: (changes: Changes, commit: () => ReturnType<Commit>) => ReturnType<Commit>): PublicApi {
    const { atomic } = this.storage;
    const commit: Commit = (partition, changes) => beside(changes, () => atomic.commit(partition, changes));
    return this.open({ ...this.storage, atomic: forwardAtomic(atomic, { commit }) });
  }

  /** Creates posts, then defines the fields that lists can be filtered by. */
  async fill(count: number, filterable: object[] = []): Promise<void> {
    const postFields = [rating, level].map((field) => ({ ...field, isFilterable: false }));
    const organization = { slug: "acme", name: "Acme", siteUrl: "https://acme.example", postFields };
    await this.api.organizations.create(organization);
    for (let index = 0; index < count; index++) await this.create(index);
    if (filterable.length > 0) await this.define(...filterable);
  }

  async create(index: number, api = this.api): Promise<void> {
    this.clock.advance(1000);
    const custom = { rating: index % 3, ...(index % 50 !== 0 && { level: index % 2 ? "high" : "low" }) };
    const publishedAt = this.clock.now() - ((index * 7) % 11) * minute;
    await api.posts.create("acme", {
      name: `Post ${(index * 13) % 101}`,
      slug: `p${index}`,
      publishedAt,
      custom,
    });
  }

  async define(...postFields: object[]): Promise<void> {
    await this.api.organizations.update("acme", { postFields: postFields as (typeof rating)[] });
  }

  /** Counts the entries of all indexes. */
  async countEntries(): Promise<number> {
    const range = { start: "posts-by-field!", end: 'posts-by-field"', limit: 100 };
    return (await this.storage.atomic.list("org!acme", { ...range, onDamaged: () => undefined })).length;
  }

  async read(query: string, api = this.api): Promise<Response> {
    return api.fetch(new Request(`http://localhost/api/public/v1/post/acme?${query}`));
  }

  async slugs(query: string, api = this.api): Promise<string[]> {
    const found: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const response = await this.read(`${query}${cursor && `&cursor=${cursor}`}`, api);
      const page = (await response.json()) as { posts: { slug: string }[]; nextCursor: string | null };
      found.push(...page.posts.map(({ slug }) => slug));
      cursor = page.nextCursor;
    }
    return found;
  }
}

const isEntry = ({ key }: { key: string }): boolean => key.startsWith("posts-by-field!");
const entriesIn = ({ sets = [] }: Changes): number => sets.filter(isEntry).length;

describe("the indexes of fields", () => {
  afterEach(() => void vi.useRealTimers());

  it("respond with 503 while they are built, and all other lists are served", async () => {
    const world = new World();
    await world.fill(30, [rating]);
    expect(await world.slugs("custom.rating=0")).toHaveLength(10);
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const api = world.openBeside(async (changes, commit) => {
      if (entriesIn(changes) > 0) await isReleased;
      return commit();
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await api.organizations.update("acme", { postFields: [rating, level] });
    const listed = world.read("custom.level=low", api);
    const combined = world.read("custom.rating=0&custom.level=low", api);
    await vi.advanceTimersByTimeAsync(2_000);
    const response = await listed;
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({
      code: "filter-not-ready",
      detail: "The index of the field is being built. Try again in 5 seconds",
    });
    expect((await combined).status).toBe(503);
    for (const query of ["", "sort=name", "custom.rating=0", "sort=-custom.rating"]) {
      const other = world.read(query, api);
      await vi.advanceTimersByTimeAsync(1);
      expect([query, (await other).status]).toEqual([query, 200]);
    }
    release();
    const later = world.read("custom.level=low", api);
    await vi.advanceTimersByTimeAsync(1_900);
    expect((await later).status).toBe(200);
    expect(world.errors).toMatchObject([{ name: "FilterNotReadyError" }, { name: "FilterNotReadyError" }]);
  });

  it("are completed from the stored place after a process stops", async () => {
    const world = new World();
    await world.fill(450);
    let left = 250;
    const stopping = world.openBeside((changes, commit) => {
      left -= entriesIn(changes);
      if (left < 0) throw new Error("stopped");
      return commit();
    });
    await stopping.organizations.update("acme", { postFields: [rating] });
    expect((await world.read("custom.rating=0", stopping)).status).toBe(503);
    let written = 0;
    const next = world.openBeside((changes, commit) => {
      written += entriesIn(changes);
      return commit();
    });
    expect(await world.slugs("custom.rating=0", next)).toHaveLength(150);
    expect(written).toBe(250);
  });

  it("have each post once, if posts change during a build", async () => {
    const world = new World();
    await world.fill(230);
    let changed = 0;
    const api = world.openBeside(async (changes, commit) => {
      if (entriesIn(changes) > 20 && changed < 5) {
        const index = changed++;
        await world.api.posts.update(
          { organizationSlug: "acme", slug: `p${index * 9}` },
          { custom: { rating: 7 } },
        );
        await world.api.posts.delete({ organizationSlug: "acme", slug: `p${index * 9 + 1}` });
        await world.create(1000 + index, world.api);
      }
      return commit();
    });
    await api.organizations.update("acme", { postFields: [rating, { ...level, isFilterable: false }] });
    expect((await world.slugs("custom.rating=7", api)).toSorted()).toEqual(["p0", "p18", "p27", "p36", "p9"]);
    const posts = await allOf(world.api.posts.iterate("acme"));
    expect((await world.slugs("sort=custom.rating&limit=7", api)).toSorted()).toEqual(
      posts.map(({ slug }) => slug).toSorted(),
    );
    expect(changed).toBe(5);
  });

  it("list the same posts by a walk as a comparison of all posts", async () => {
    const world = new World();
    await world.fill(620, [rating, level]);
    const posts = await allOf(world.api.posts.iterate("acme"));
    type Stored = (typeof posts)[number];
    const valueOf = ({ custom = {} }: Stored, name: string): unknown => custom[name];
    const byRating = (one: Stored, other: Stored): number =>
      Number(valueOf(one, "rating")) - Number(valueOf(other, "rating"));
    const byTime = (one: Stored, other: Stored): number =>
      Date.parse(one.publishedAt ?? "") - Date.parse(other.publishedAt ?? "") || one.id - other.id;
    const isHigh = (post: Stored): boolean => valueOf(post, "level") === "high";
    const isRated = (post: Stored): boolean => Number(valueOf(post, "rating")) <= 2;
    const slugs = (list: Stored[]): string[] => list.map(({ slug }) => slug);
    const cases: [query: string, expected: Stored[]][] = [
      ["custom.rating.to=2&limit=100", posts.filter(isRated).toSorted(byTime).toReversed()],
      ["custom.rating.to=2&sort=createdAt&limit=40", posts],
      ["custom.rating.to=2&custom.level=high&limit=30", posts.filter(isHigh).toSorted(byTime).toReversed()],
      [
        "custom.level=high&sort=custom.rating&limit=50",
        posts.filter(isHigh).toSorted((a, b) => byRating(a, b) || byTime(a, b)),
      ],
      ["sort=-custom.rating&limit=90", posts.toSorted((a, b) => byRating(a, b) || byTime(a, b)).toReversed()],
      [
        "sort=-custom.level&custom.rating.from=0&limit=90",
        [true, false, undefined].flatMap((high) =>
          posts
            .filter((post) => (valueOf(post, "level") === undefined ? undefined : isHigh(post)) === high)
            .toSorted(byTime)
            .toReversed(),
        ),
      ],
    ];
    for (const [query, expected] of cases)
      expect.soft(await world.slugs(query), query).toEqual(slugs(expected));
    const counted = await world.read("custom.rating.to=2&custom.level=high&total=true");
    expect(await counted.json()).toMatchObject({ total: posts.filter(isHigh).length });
  });

  it("are built anew after an earlier version has written a post, an import and a repair", async () => {
    const world = new World();
    await world.fill(9, [rating]);
    expect(await world.slugs("custom.rating=1")).toEqual(["p1", "p4", "p7"].toReversed());
    await world
      .open(namesVersion(world.storage))
      .posts.update({ organizationSlug: "acme", slug: "p4" }, { custom: { rating: 2 } });
    expect(await world.slugs("custom.rating=1")).toEqual(["p7", "p1"]);
    const copy = memoryDriver({ clock: world.clock });
    await importRecords(copy, each(await allOf(exportRecords(world.storage, { clock: world.clock }))), {
      clock: world.clock,
    });
    expect(await world.slugs("custom.rating=1", world.open(copy))).toEqual(["p7", "p1"]);
    await world.storage.atomic.commit("org!acme", { sets: [{ key: "post!p7", value: {} }] });
    await repairStore(world.storage, { setAside: () => undefined, clock: world.clock });
    expect(await allOf(inspectStore(world.storage, { clock: world.clock }))).toEqual([]);
    expect(await world.slugs("custom.rating=1")).toEqual(["p7", "p1"]);
  });

  it("of former definitions are deleted after a minute", async () => {
    const world = new World();
    await world.fill(9, [rating, level]);
    expect(await world.slugs("custom.level=low")).not.toEqual([]);
    await world.define({ ...rating, default: 1 });
    expect(await world.slugs("custom.rating=0")).toHaveLength(3);
    expect(await world.countEntries()).toBe(27);
    world.clock.advance(minute);
    expect(await world.slugs("custom.rating=1")).toHaveLength(3);
    await vi.waitFor(async () => expect(await world.countEntries()).toBe(9));
    expect(await world.slugs("custom.rating=1&limit=1")).toHaveLength(3);
  });

  it("are deleted at once after the last field that lists can be filtered by", async () => {
    const world = new World();
    await world.fill(9, [rating]);
    expect(await world.slugs("custom.rating=1")).toHaveLength(3);
    await world.define(...[rating, level].map((field) => ({ ...field, isFilterable: false })));
    await vi.waitFor(async () => expect(await world.countEntries()).toBe(0));
    await world.create(9);
    expect(await world.countEntries()).toBe(0);
    await world.define(rating);
    expect(await world.slugs("custom.rating=0")).toHaveLength(4);
  });

  it("serve a store that takes time to answer", async () => {
    const world = new World();
    await world.fill(30, [rating]);
    const api = world.open(slowDriver(world.storage, 3));
    await Promise.all([
      api.organizations.update("acme", { postFields: [rating, level] }),
      ...[1, 4, 7].map((index) =>
        api.posts.update({ organizationSlug: "acme", slug: `p${index}` }, { custom: { rating: 5 } }),
      ),
      world.read("custom.rating=1", api),
    ]);
    expect(await world.slugs("custom.rating=5&custom.level=high", api)).toEqual(["p7", "p1"]);
    expect(await world.slugs("custom.level=low&custom.rating=5", api)).toEqual(["p4"]);
  });
});
