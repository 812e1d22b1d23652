import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PostItem } from "../../lib/mod.ts";
import { numbersStates, storages } from "../access/storages.ts";
import type { World } from "../api/world.ts";
import { openWatched, type WatchedDriver } from "./watched_driver.ts";
import { acmePost } from "../acme.ts";

const collections = [
  "/post/acme",
  "/post/acme?sort=name&limit=2",
  "/post/acme/sitemap",
  "/sitemap/acme",
  "/feed/acme/rss.xml",
  "/feed/acme/atom.xml",
  "/feed/acme/feed.json",
  "/llms/acme",
  "/llms-full/acme",
  "/faq/acme?format=jsonld",
  "/post/acme?author=Ada&total=true",
];

/** Collections whose pages come from an index. */
const tallies = ["/tags/acme", "/authors/acme?sort=-postCount"];

interface Kind {
  /** True to use the batches of the driver, false to read each record. */
  tellsChanges: boolean;
  /** Number of looked-up records if nothing has changed since the last request. */
  unchangedCost: number;
}

const kinds = storages.flatMap<[...(typeof storages)[number], Kind]>(([name, openStorage]) => [
  [name, openStorage, { tellsChanges: true, unchangedCost: numbersStates(name) ? 0 : 2 }],
  [`${name} without its batches`, openStorage, { tellsChanges: false, unchangedCost: 2 }],
]);

describe.each(kinds)("responses from many posts, over %s", (_name, openStorage, kind) => {
  const { tellsChanges, unchangedCost } = kind;
  let world: World;
  let watched: WatchedDriver;

  beforeEach(async () => {
    ({ world, watched } = await openWatched(openStorage, { tellsChanges }));
    await world.updateOrganization({ feeds: true });
    for (const name of ["One", "Two", "Three"]) await world.createPost({ name });
    await world.api.events.settle();
  });
  afterEach(() => world.close());

  const text = async (path: string): Promise<string> => {
    const response = await world.get(path);
    expect([path, response.status]).toEqual([path, 200]);
    return response.text();
  };

  const slugs = async (): Promise<string[]> => {
    const { posts } = await world.read<{ posts: PostItem[] }>("/post/acme");
    return posts.map(({ slug }) => slug);
  };

  /** Returns the number of records that are read for a response. */
  const cost = async (path: string): Promise<number> => {
    watched.asked = 0;
    await text(path);
    return watched.asked;
  };

  it.each([...collections, ...tallies])(
    "%s is rendered once, and then reads at most two records",
    async (path) => {
      const first = await world.get(path);
      watched.asked = 0;
      const second = await world.get(path);
      expect(watched.asked).toBe(2);
      expect(await second.text()).toBe(await first.text());
      expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
      expect(await cost(path)).toBe(unchangedCost);
    },
  );

  it.each(collections)("%s is current after each change", async (path) => {
    const { posts, organizations } = world.api;
    const changes: [string, () => Promise<unknown>][] = [
      ["create", () => posts.create("acme", { name: "A fourth" })],
      ["update", () => posts.update(acmePost("one"), { name: "Changed", updatedAt: "2026-02-01" })],
      ["put", () => posts.put("acme", { name: "Put", slug: "two", updatedAt: "2026-02-02" })],
      ["rename", () => posts.update(acmePost("two"), { slug: "second" })],
      ["unpublish", () => posts.update(acmePost("a-fourth"), { status: "draft" })],
      ["publish", () => posts.update(acmePost("a-fourth"), { status: "published" })],
      ["delete", () => posts.delete(acmePost("a-fourth"))],
      ["move", () => organizations.update("acme", { siteUrl: "https://other.example", name: "Other" })],
    ];
    for (const [name, change] of changes) {
      await text(path);
      await change();
      const kept = await text(path);
      watched.asked = 0;
      const fresh = await text(`${path}${path.includes("?") ? "&" : "?"}`);
      // The response at the other URL was rendered again.
      expect(watched.asked).toBeGreaterThan(2);
      expect([name, kept]).toEqual([name, fresh]);
    }
  });

  it.each(tallies)("%s reads no post for another page", async (path) => {
    await world.updatePost("one", { tags: ["a", "b"], author: "Ada" });
    await world.api.events.settle();
    await text(path);
    // The organization, twice the version of all posts, the next scheduled post, and the count with the count after it.
    expect(await cost(`${path}${path.includes("?") ? "&" : "?"}limit=1`)).toBeLessThanOrEqual(6);
  });

  it("shows a scheduled post after its time, without a write", async () => {
    const publishedAt = new Date(world.clock.now() + 60_000).toISOString();
    await world.createPost({ name: "Later", status: "scheduled", publishedAt });
    await world.api.events.settle();
    expect(await slugs()).not.toContain("later");
    expect(await text("/sitemap/acme")).not.toContain("/later");
    world.clock.advance(59_999);
    expect(await slugs()).not.toContain("later");
    world.clock.advance(1);
    expect(await slugs()).toContain("later");
    expect(await text("/sitemap/acme")).toContain("/later");
    await world.api.events.settle();
    await text("/post/acme");
    expect(await cost("/post/acme")).toBe(unchangedCost);
  });

  it("shows a future time once it has come", async () => {
    const updatedAt = new Date(world.clock.now() + 60_000).toISOString();
    await world.createPost({ name: "Ahead", createdAt: "2026-01-01", updatedAt });
    expect(await text("/post/acme/sitemap")).not.toContain(updatedAt);
    world.clock.advance(60_000);
    expect(await text("/post/acme/sitemap")).toContain(updatedAt);
  });

  it("shows the current time in the sitemap of a site without posts", async () => {
    await world.api.organizations.create({ slug: "new", name: "New", siteUrl: "https://new.example" });
    const before = await text("/sitemap/new");
    world.clock.advance(1000);
    expect(await text("/sitemap/new")).not.toBe(before);
  });

  it("is rendered once for concurrent requests", async () => {
    const once = await cost("/sitemap/acme");
    await world.createPost({ name: "A fourth" });
    await world.api.events.settle();
    watched.asked = 0;
    const answers = await Promise.all(Array.from({ length: 10 }, () => text("/sitemap/acme")));
    expect(new Set(answers).size).toBe(1);
    expect(watched.asked).toBeLessThanOrEqual(once + 1 + 9 * 2);
  });

  it("returns 404 for a missing page of a sitemap without reading the posts again", async () => {
    await text("/sitemap/acme");
    watched.asked = 0;
    const response = await world.get("/sitemap/acme?page=7");
    expect([response.status, (await response.json()) as object]).toMatchObject([
      404,
      { code: "page-not-found", detail: "The sitemap has 1 page" },
    ]);
    expect(watched.asked).toBe(2);
  });
});

describe.each(storages)("the cache of lists, over %s", (_name, openStorage) => {
  /** Returns the number of the first lists that are rendered again after other lists were requested. */
  const madeAgain = async (queries: readonly string[]): Promise<number> => {
    const limits = { renderedBytes: 1_048_576 };
    const { world, watched } = await openWatched(openStorage, { limits });
    await world.createPost({ name: "One" });
    await world.api.events.settle();
    for (const query of queries) await world.get(`/post/acme?${query}`);
    let again = 0;
    for (const query of queries.slice(0, 20)) {
      watched.asked = 0;
      await world.get(`/post/acme?${query}`);
      if (watched.asked > 2) again++;
    }
    await world.close();
    return again;
  };
  const sections = (count: number, more = ""): string[] =>
    Array.from({ length: count }, (_, index) => `section=${index}${more}`);

  it("has all of a few lists without posts", async () => {
    expect(await madeAgain(sections(150))).toBe(0);
  });

  it("does not have all of many lists without posts, although their bodies are short", async () => {
    expect(await madeAgain(sections(1000))).toBe(20);
  });

  it("does not have all of a few lists with long addresses", async () => {
    const longest = "%E2%82%AC".repeat(500);
    expect(await madeAgain(sections(150, `&tag=${longest}&author=${longest}`))).toBe(20);
  });
});
