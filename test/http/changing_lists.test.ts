import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PostItem, PostSort } from "../../lib/mod.ts";
import { numbersStates, storages } from "../access/storages.ts";
import type { World } from "../api/world.ts";
import { openWatched, type WatchedDriver } from "./watched_driver.ts";
import { allOf } from "../async_items.ts";

interface Page {
  posts: PostItem[];
  nextCursor: string | null;
}

const count = 4000;
const sorts: PostSort[] = ["createdAt", "-createdAt", "updatedAt", "-updatedAt", "name", "-name"];
const day = 86_400_000;

describe.each(storages)("lists of 4,000 posts over %s", (storageName, openStorage) => {
  let world: World;
  let watched: WatchedDriver;
  /** Slugs of the posts that have not changed. */
  let untouched: Set<string>;
  let made = 0;

  beforeAll(async () => {
    ({ world, watched } = await openWatched(openStorage));
    for (let first = 0; first < count; first += 500) {
      await Promise.all(Array.from({ length: 500 }, (_, index) => create(first + index)));
    }
    await world.api.events.settle();
    made = count;
  }, 120_000);
  afterAll(() => world.close());

  /** Creates a post. Many posts share their times and names. */
  const create = (number: number): Promise<unknown> =>
    world.createPost({
      slug: `p${number}`,
      name: `Name ${(number * 7919) % 1500}`,
      createdAt: Date.UTC(2020, 0, 1) + ((number * 31) % 2000) * day,
      updatedAt: Date.UTC(2024, 0, 1) + ((number * 17) % 700) * day,
    });

  const readPage = (sort: PostSort, cursor: string | undefined): Promise<Page> => {
    const suffix = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    return world.read<Page>(`/post/acme?limit=100&sort=${sort}${suffix}`);
  };

  async function slugs(): Promise<string[]> {
    return (await allOf(world.api.posts.iterate("acme"))).map(({ slug }) => slug);
  }

  const take = (): string => {
    const all = [...untouched];
    const slug = all[(made * 7907) % all.length] ?? "";
    untouched.delete(slug);
    return slug;
  };

  /** Creates a post, deletes a post, moves a post in every order, and renames a post. */
  async function disturb(): Promise<void> {
    const number = made++;
    await create(number);
    await world.api.posts.delete({ organizationSlug: "acme", slug: take() });
    const createdAt = Date.UTC(2020, 0, 1) + ((number * 13) % 2000) * day;
    const moved = { name: `Name ${number % 1500}`, createdAt, updatedAt: createdAt };
    await world.api.posts.update({ organizationSlug: "acme", slug: take() }, moved);
    await world.api.posts.update({ organizationSlug: "acme", slug: take() }, { slug: `renamed-${number}` });
  }

  it.each<PostSort>(["createdAt", "-name"])(
    "read the same number of records for every page, by %s",
    async (sort) => {
      const costs: number[] = [];
      let cursor: string | undefined;
      do {
        watched.asked = 0;
        const page: Page = await readPage(sort, cursor);
        costs.push(watched.asked);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      // Each page reads 101 places and 100 posts. The first two pages also check the organization and its posts for changes. Without
      // numbers of states, every page does. A list by name also reads whether its index is complete.
      const indexed = sort === "-name" ? 1 : 0;
      const checked = indexed + (numbersStates(storageName) ? 0 : 2);
      expect(costs.length).toBeGreaterThan(count / 100 - 5);
      expect(new Set(costs.slice(2, -1))).toEqual(new Set([checked + 101 + 100]));
      expect(Math.max(...costs)).toBeLessThanOrEqual(2 + indexed + 101 + 100);
    },
  );

  it.each(sorts)("return every unchanged post once, by %s, while others change", async (sort) => {
    // The events of the last test list records, too, and can disturb until they are moved.
    await world.api.events.settle();
    untouched = new Set(await slugs());
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; cursor !== undefined || pages === 0; pages++) {
      // Between two pages, or within a page: after its places are read, and before its posts are read.
      if (pages % 4 === 1) await disturb();
      let isToDisturb = pages % 4 === 3;
      watched.afterList = async () => {
        if (isToDisturb) {
          isToDisturb = false;
          await disturb();
        }
      };
      const page: Page = await readPage(sort, cursor);
      seen.push(...page.posts.map(({ slug }) => slug));
      cursor = page.nextCursor ?? undefined;
      if (pages > 200) throw new Error("The list does not end");
    }
    watched.afterList = undefined;
    const counts = new Map<string, number>();
    for (const slug of seen) counts.set(slug, (counts.get(slug) ?? 0) + 1);
    expect(untouched.size).toBeGreaterThan(count - 1000);
    expect([...untouched].filter((slug) => counts.get(slug) !== 1)).toEqual([]);
  });

  it("omit a post that became a draft while its page was read", async () => {
    await world.api.events.settle();
    const [first] = (await world.api.posts.list("acme", { sort: "name", limit: 1 })).posts;
    watched.afterList = async () => {
      watched.afterList = undefined;
      await world.api.posts.update(
        { organizationSlug: "acme", slug: first?.slug ?? "" },
        { status: "draft" },
      );
    };
    const { posts } = await readPage("name", undefined);
    expect(posts.map(({ slug }) => slug)).not.toContain(first?.slug);
    expect(posts).toHaveLength(99);
  });
});
