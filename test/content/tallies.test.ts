import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { exportRecords, importRecords, inspectStore, repairStore } from "../../lib/moving/entry.ts";
import {
  type AtomicDriver,
  type ContentSource,
  createPublicApi,
  type Organization,
  type PublicApi,
} from "../../lib/mod.ts";
import type { AtomicOperations } from "../../lib/store/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { acmePost } from "../acme.ts";
import { storages } from "../access/storages.ts";
import type { OpenStorage } from "../api/world.ts";
import { allOf, each } from "../async_items.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { namesVersion } from "../upgrades/names_version.ts";

interface Tally {
  name: string;
  postCount: number;
}

const minute = 60_000;
const fields = ["tags", "authors"] as const;
const sorts = ["name", "-postCount"] as const;

/** An API over a store with the organization "acme". */
class World {
  readonly clock: ManualClock;
  readonly storage: AtomicDriver;
  readonly api: PublicApi;

  constructor(storage: AtomicDriver, clock: ManualClock) {
    this.clock = clock;
    this.storage = storage;
    this.api = this.open();
  }

  open(storage = this.storage): PublicApi {
    return createPublicApi({ storage, clock: this.clock });
  }

  async create(name: string, input: object = {}): Promise<void> {
    await this.api.posts.create("acme", { name, html: "<p>Hi</p>", ...input });
  }

  later(minutes: number): string {
    return new Date(this.clock.now() + minutes * minute).toISOString();
  }

  async page(field: string, query: string): Promise<{ entries: Tally[]; nextCursor: string | null }> {
    const request = new Request(`http://localhost/api/public/v1/${field}/acme?${query}`);
    const { [field]: entries, nextCursor } = (await (await this.api.fetch(request)).json()) as never;
    return { entries, nextCursor };
  }

  async all(field: string, sort: string): Promise<Tally[]> {
    const found: Tally[] = [];
    for (let cursor = ""; ;) {
      const { entries, nextCursor } = await this.page(field, `sort=${sort}&limit=2${cursor}`);
      found.push(...entries);
      if (nextCursor === null) return found;
      cursor = `&cursor=${nextCursor}`;
    }
  }

  /** Counts the names of the public posts anew. */
  async counted(field: (typeof fields)[number]): Promise<Tally[]> {
    const counts = new Map<string, number>();
    for (const { status, tags = [], author, authors } of await allOf(this.api.posts.iterate("acme"))) {
      if (status !== "published") continue;
      const names = field === "tags" ? tags : (authors ?? (author === undefined ? [] : [author]));
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return Array.from(counts, ([name, postCount]) => ({ name, postCount }));
  }
}

/** Expects that the pages in both orders match the posts, and that the doctor finds nothing. */
async function expectExact(world: World, step: string): Promise<void> {
  for (const field of fields) {
    const expected = (await world.counted(field)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
    expect([step, field, await world.all(field, "name")]).toEqual([step, field, expected]);
    const byCount = expected.toSorted((one, other) => other.postCount - one.postCount);
    expect([step, field, await world.all(field, "-postCount")]).toEqual([step, field, byCount]);
  }
  expect([step, await allOf(inspectStore(world.storage))]).toEqual([step, []]);
}

/** Removes the record of a post, so that the post is damaged. */
async function lose({ storage }: World, slug: string): Promise<void> {
  await storage.atomic.commit("org!acme", { deletes: [`post!${slug}`] });
}

/** Changes of posts. After each, the counts are compared with the posts. */
const steps: [name: string, step: (world: World) => Promise<unknown>][] = [
  ["create", (world) => world.create("One", { tags: ["a", "b"], author: "ada" })],
  [
    "create with the same names",
    (world) => world.create("Two", { tags: ["b", "c"], authors: ["ada", "bob"] }),
  ],
  ["create a draft", (world) => world.create("Draft", { tags: ["draft"], author: "eve", status: "draft" })],
  ["update the text", ({ api }) => api.posts.update(acmePost("one"), { html: "<p>New</p>" })],
  ["update the tags", ({ api }) => api.posts.update(acmePost("one"), { tags: ["b", "d", "e"] })],
  ["update the authors", ({ api }) => api.posts.update(acmePost("one"), { authors: ["bob", "cem"] })],
  ["rename", ({ api }) => api.posts.update(acmePost("one"), { slug: "first", name: "First" })],
  ["archive", ({ api }) => api.posts.update(acmePost("two"), { status: "archived" })],
  ["update an archived post", ({ api }) => api.posts.update(acmePost("two"), { tags: ["f"] })],
  ["publish again", ({ api }) => api.posts.update(acmePost("two"), { status: "published" })],
  ["restore a revision", ({ api }) => api.posts.restore(acmePost("two"), 1)],
  ["put", ({ api }) => api.posts.put("acme", { name: "Two", slug: "two", html: "x", tags: ["g"] })],
  ...(["x", "y", "z"] as const).map((name, index): (typeof steps)[number] => [
    `schedule ${name}`,
    (world) =>
      world.create(name, {
        tags: [name, "b"],
        author: "ada",
        status: "scheduled",
        publishedAt: world.later(index + 1),
      }),
  ]),
  ["update a scheduled post", ({ api }) => api.posts.update(acmePost("y"), { tags: ["yy", "b"] })],
  ["a scheduled post becomes public", async ({ clock }) => clock.advance(minute)],
  ["unpublish it", ({ api }) => api.posts.update(acmePost("x"), { status: "draft" })],
  [
    "update a post that has become public, before any list",
    async ({ api, clock }) => {
      clock.advance(minute);
      await api.posts.update(acmePost("y"), { tags: ["yyy"] });
    },
  ],
  [
    "move the time of a scheduled post",
    (world) => world.api.posts.update(acmePost("z"), { publishedAt: world.later(5) }),
  ],
  ["delete a scheduled post", ({ api }) => api.posts.delete(acmePost("z"))],
  ["delete", ({ api }) => api.posts.delete(acmePost("first"))],
  [
    "restore an export",
    async ({ api, storage, clock }) => {
      const exported = await allOf(exportRecords(storage, { clock }));
      await api.posts.update(acmePost("two"), { tags: ["other"], name: "Other" });
      await api.posts.delete(acmePost("y"));
      await importRecords(storage, each(exported), { clock });
    },
  ],
  ["write after a restore", ({ api }) => api.posts.update(acmePost("two"), { tags: ["g", "i"] })],
  [
    "replace a damaged post",
    async (world) => {
      await lose(world, "two");
      await world.api.posts.put("acme", {
        name: "Two",
        slug: "two",
        html: "z",
        tags: ["new"],
        status: "published",
      });
    },
  ],
  [
    "delete a damaged post",
    async (world) => {
      await lose(world, "two");
      await world.api.posts.delete(acmePost("two"));
    },
  ],
  [
    "create, update and delete by an earlier version",
    async (world) => {
      const earlier = world.open(namesVersion(world.storage));
      await world.create("Kept", { tags: ["k"], author: "ada" });
      await world.create("Gone", { tags: ["k"], author: "bob" });
      await earlier.posts.update(acmePost("kept"), { tags: ["k2"], name: "Kept 2" });
      await earlier.posts.delete(acmePost("gone"));
      await earlier.posts.create("acme", { name: "Early", html: "x", tags: ["k"] });
      await world.api.posts.update(acmePost("kept"), { tags: ["k3"] });
    },
  ],
];

const openSlow: OpenStorage = async (clock) => ({
  storage: slowDriver(memoryDriver({ clock }), 3),
  close: () => undefined,
});

describe.each([...storages, ["slow memory", openSlow] as const])(
  "the counts of names, over %s",
  (_name, open) => {
    let world: World;
    let close: () => void | Promise<void>;
    beforeEach(async () => {
      const clock = new ManualClock();
      const opened = await open(clock);
      close = opened.close;
      world = new World(opened.storage as AtomicDriver, clock);
      await world.api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    });
    afterEach(() => close());

    it("match the posts after each change", async () => {
      for (const [name, step] of steps) {
        await step(world);
        await expectExact(world, name);
      }
    });

    it("count each of many concurrent writes of one tag, by several processes", async () => {
      const processes = [world.api, world.open(), world.open()];
      await Promise.all(
        Array.from({ length: 24 }, async (_, index) => {
          const input = { name: `Post ${index}`, html: "x", tags: ["all", `t${index % 5}`], author: "ada" };
          await processes[index % 3]?.posts.create("acme", input);
        }),
      );
      await expectExact(world, "create");
      await Promise.all(
        Array.from({ length: 24 }, async (_, index) => {
          const tags = index % 2 === 0 ? ["all"] : [];
          await processes[index % 3]?.posts.update(acmePost(`post-${index}`), { tags });
        }),
      );
      await expectExact(world, "update");
    });

    it("count each scheduled post once, if several processes list them", async () => {
      const publishedAt = world.later(1);
      for (let index = 0; index < 60; index++)
        await world.create(`Post ${index}`, { tags: ["all", `t${index}`], status: "scheduled", publishedAt });
      world.clock.advance(minute);
      const others = [new World(world.storage, world.clock), new World(world.storage, world.clock)];
      await Promise.all([world, ...others].map(async (one) => one.page("tags", "")));
      await expectExact(world, "due");
    });

    it("are corrected by a repair", async () => {
      await world.create("One", { tags: ["a", "b"], author: "ada" });
      await world.create("Two", { tags: ["b"], status: "scheduled", publishedAt: world.later(9) });
      const records = await world.storage.atomic.list("org!acme", {
        start: "tally",
        end: "tallz",
        limit: 100,
      });
      const keys = records.map(({ key }) => key);
      expect(keys.length).toBe(7);
      for (const key of keys) {
        await world.storage.atomic.commit("org!acme", { deletes: [key] });
        const [found] = await allOf(inspectStore(world.storage));
        expect([key, found?.problem]).toEqual([key, "miscounted"]);
        await repairStore(world.storage, { clock: world.clock, setAside: () => undefined });
        await expectExact(world, key);
      }
    });
  },
);

describe("a page of names", () => {
  it("reads no more counts than it has, and a write reads those of its names in one call", async () => {
    const clock = new ManualClock();
    const driver = memoryDriver({ clock });
    let [read, calls] = [0, 0];
    const count = <Found extends readonly unknown[]>(found: Found): Found => {
      read += found.length;
      return found;
    };
    const storage = {
      ...driver,
      atomic: forwardAtomic(driver.atomic, {
        list: async (partition, range) => count(await driver.atomic.list(partition, range)),
        getMany: async (addresses) => {
          calls++;
          return count(await driver.atomic.getMany(addresses));
        },
        commit: (partition, changes) => {
          calls++;
          return driver.atomic.commit(partition, changes);
        },
      }),
    };
    const world = new World(storage, clock);
    await world.api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const callsOf = async (index: number, input: object): Promise<number> => {
      calls = 0;
      await world.create(`Post ${index}`, input);
      return calls;
    };
    for (let index = 0; index < 150; index++)
      await world.create(`Post ${index}`, { tags: [`t${index}`, "all"], author: `A${index}` });
    await world.api.events.settle();
    const without = await callsOf(998, {});
    expect(await callsOf(999, { tags: ["a", "b", "c", "d"], author: "Ada" })).toBe(without + 1);
    await world.api.events.settle();
    for (const field of fields)
      for (const sort of sorts) {
        const first = await world.page(field, `sort=${sort}&limit=10`);
        expect(first.entries).toHaveLength(10);
        read = 0;
        await world.page(field, `sort=${sort}&limit=11&cursor=${first.nextCursor}`);
        expect([field, sort, read]).toEqual([field, sort, expect.toSatisfy((found: number) => found <= 20)]);
      }
  });

  it("has a post that another request counts between two reads of the page", async () => {
    const clock = new ManualClock();
    const driver = memoryDriver({ clock });
    let release = (): void => undefined;
    let held: Promise<void> | undefined;
    const list: AtomicOperations["list"] = async (partition, range) => {
      const wait = JSON.stringify(range).includes("tally-due") ? held : undefined;
      if (wait !== undefined) held = undefined;
      await wait;
      return driver.atomic.list(partition, range);
    };
    const world = new World({ ...driver, atomic: forwardAtomic(driver.atomic, { list }) }, clock);
    await world.api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await world.create("Later", { tags: ["t"], status: "scheduled", publishedAt: world.later(1) });
    clock.advance(minute);
    held = new Promise((resolve) => (release = resolve));
    const slow = world.page("tags", "sort=name");
    await vi.waitFor(() => expect(held).toBeUndefined());
    expect((await world.page("tags", "sort=name&limit=5")).entries).toEqual([{ name: "t", postCount: 1 }]);
    release();
    expect((await slow).entries).toEqual([{ name: "t", postCount: 1 }]);
  });
});

/** Returns an organization as a host has it. */
async function hostOrganization(): Promise<Organization> {
  const api = createPublicApi({ storage: memoryDriver() });
  return api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
}

describe("the names of a host", () => {
  it("are refused once for each revision, if they are too many to be cached", async () => {
    let tallied = 0;
    const many = Array.from({ length: 60_000 }, (_, index) => ({
      name: `${"x".repeat(60)}${index}`,
      postCount: 1,
    }));
    const organization = await hostOrganization();
    const content: ContentSource = {
      findOrganization: () => ({ ...organization, version: "1" }),
      getPost: () => null,
      listPosts: async () => ({ posts: [], next: null }),
      revision: () => "1",
      tallyPosts: async (_slug, field) => {
        tallied++;
        return { tallies: field === "tags" ? many : many.slice(0, 3) };
      },
    };
    const api = createPublicApi({ storage: memoryDriver(), content });
    const read = async (path: string): Promise<[number, unknown]> => {
      const response = await api.fetch(new Request(`http://localhost/api/public/v1${path}`));
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    expect(await read("/tags/acme")).toEqual([507, "tallies-too-large"]);
    expect(await read("/tags/acme?limit=3")).toEqual([507, "tallies-too-large"]);
    expect(tallied).toBe(1);
    expect(await read("/authors/acme?limit=2")).toEqual([200, undefined]);
  });
});
