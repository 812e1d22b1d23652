import { expect, it } from "vitest";
import type { PostItem } from "../../lib/mod.ts";
import { type OpenStorage, World } from "./world.ts";

interface Page {
  posts: PostItem[];
}

const address = { organizationSlug: "acme", slug: "prices" };
const stated = "2026-01-01T00:00:00.000Z";
const minute = 60_000;

/** A post with a date of its author, as a file with `lastmod` has it. */
const whole = { name: "Prices", slug: "prices", html: "<p>1</p>", updatedAt: stated, createdAt: stated };

/** Kinds of writes of a post. Each moves the time of its change, whatever date its author states. */
const writes: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  "a change with the same updatedAt": (world) =>
    world.updatePost("prices", { html: "<p>2</p>", updatedAt: stated }),
  "an upload with the same updatedAt": ({ api }) => api.posts.put("acme", { ...whole, html: "<p>2</p>" }),
  "an updatedAt in the future": (world) => world.updatePost("prices", { updatedAt: "2062-01-01" }),
  "an updatedAt in the past": (world) => world.updatePost("prices", { updatedAt: "1990-01-01" }),
  "a change without updatedAt": (world) => world.updatePost("prices", { name: "New" }),
  "another slug": (world) => world.updatePost("prices", { slug: "moved", updatedAt: stated }),
  "other translations": (world) =>
    world.updatePost("prices", { translations: { de: "preise" }, updatedAt: stated }),
  "an archived post that is published again": async (world) => {
    await world.updatePost("prices", { status: "archived", updatedAt: stated });
    return world.updatePost("prices", { status: "published", updatedAt: stated });
  },
  "a restored revision": async (world) => {
    await world.updatePost("prices", { html: "<p>2</p>", updatedAt: stated });
    return world.api.posts.restore(address, 1);
  },
  "a post that is written again after its deletion": async ({ api }) => {
    await api.posts.delete(address);
    return api.posts.create("acme", whole);
  },
  "an import": ({ api }) =>
    api.posts.put(
      "acme",
      { ...whole, html: "<p>2</p>" },
      { isImport: true, isSilent: true, importedFrom: { source: "files", key: "prices.md" } },
    ),
};

/** Tests the time of the last change of a post, by the clock of the server. */
export function describeChanges(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);
  const timeOf = (): string => new Date(world.clock.now()).toISOString();
  const changedSince = async (time: string): Promise<PostItem[]> =>
    (await world.read<Page>(`/post/acme?updatedSince=${time}&sort=changedAt`)).posts;

  it.each(Object.entries(writes))("moves with %s", async (_kind, write) => {
    await world.createPost(whole);
    await world.createPost({ name: "Other" });
    world.clock.advance(minute);
    const before = timeOf();
    world.clock.advance(minute);
    expect(await changedSince(before)).toEqual([]);
    await write(world);
    const [changed, ...others] = await changedSince(before);
    expect(others).toEqual([]);
    expect(Date.parse(changed?.changedAt ?? "")).toBeGreaterThan(Date.parse(before));
    expect(Date.parse(changed?.changedAt ?? "")).toBeLessThanOrEqual(world.clock.now() + 1);
    const single = await world.read<PostItem>(`/post/acme/${changed?.slug}`);
    expect(single.changedAt).toBe(changed?.changedAt);
    expect((await world.api.posts.get({ ...address, slug: changed?.slug ?? "" }))?.changedAt).toBe(
      changed?.changedAt,
    );
  });

  it("stays if a write changes nothing, or only another post", async () => {
    await world.createPost(whole);
    const time = timeOf();
    world.clock.advance(minute);
    await world.api.posts.put("acme", whole);
    await world.createPost({ name: "Other" });
    expect(await world.read("/post/acme/prices")).toMatchObject({ changedAt: time });
  });

  it("is later with each write, also if the clock is set back or stands still", async () => {
    const times = [(await world.createPost(whole)).changedAt];
    for (const step of [0, -minute, 0, 2]) {
      world.clock.advance(step);
      times.push((await world.updatePost("prices", { name: `Now ${times.length}` })).changedAt);
    }
    expect(times.map((time) => Date.parse(time ?? "") - Date.UTC(2026, 5, 15, 12))).toEqual([0, 1, 2, 3, 4]);
  });

  it("is the publication of a scheduled post, which then comes first everywhere", async () => {
    await world.updateOrganization({ feeds: true });
    const publishedAt = new Date(world.clock.now() + 60 * minute).toISOString();
    await world.createPost({ name: "Planned", publishedAt, createdAt: stated, updatedAt: stated });
    world.clock.advance(10 * minute);
    await world.createPost({ name: "Earlier" });
    const lists = [
      "/post/acme",
      "/post/acme?sort=-publishedAt",
      "/post/acme?sort=-changedAt",
      `/post/acme?updatedSince=${timeOf()}`,
    ];
    const first = async (): Promise<(string | undefined)[]> =>
      Promise.all(lists.map(async (path) => (await world.read<Page>(path)).posts[0]?.slug));
    const feed = async (): Promise<string> => (await world.get("/feed/acme/rss.xml")).text();
    expect(await first()).toEqual(lists.map(() => "earlier"));
    expect(await feed()).not.toContain("Planned");
    world.clock.advance(50 * minute);
    expect(await first()).toEqual(["planned", "planned", "planned", "planned"]);
    expect(await feed()).toMatch(/Planned[^]*Earlier/);
    expect(await changedSince(publishedAt)).toMatchObject([{ slug: "planned", changedAt: publishedAt }]);
    expect(await world.read("/post/acme/planned")).toMatchObject({ changedAt: publishedAt });
    const next = await world.updatePost("planned", { name: "Changed in the same instant" });
    expect(next.changedAt).toBe(new Date(Date.parse(publishedAt) + 1).toISOString());
  });
}
