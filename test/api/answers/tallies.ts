import { expect, it } from "vitest";
import type { AuthorList, PostItem, TagList } from "../../../lib/mod.ts";
import { expectProblem, type OpenStorage, type SuiteSize, World } from "../world.ts";

interface Listed {
  posts: PostItem[];
  nextCursor: string | null;
  total?: number;
}

const pairs = (entries: readonly { name: string; postCount: number }[]): string[] =>
  entries.map(({ name, postCount }) => `${name} ${postCount}`);

/** The tags and authors of an organization, and the number of its posts. */
export function describeTallies(openStorage: OpenStorage, size: SuiteSize): void {
  const world = World.forEachTest(openStorage);

  const create = async (name: string, input: object = {}): Promise<unknown> =>
    world.createPost({ name, html: "<p>Hi</p>", ...input });
  const tags = async (query = ""): Promise<string[]> =>
    pairs((await world.read<TagList>(`/tags/acme${query}`)).tags);
  const authors = async (query = ""): Promise<string[]> =>
    pairs((await world.read<AuthorList>(`/authors/acme${query}`)).authors);
  const list = async (query: string): Promise<Listed> => world.read<Listed>(`/post/acme?${query}`);
  const slugs = async (query: string): Promise<string[]> =>
    (await list(query)).posts.map(({ slug }) => slug).toSorted();

  it("count the public posts only", async () => {
    expect(await world.read("/tags/acme")).toEqual({ tags: [], nextCursor: null });
    expect(await world.read("/authors/acme")).toEqual({ authors: [], nextCursor: null });
    await create("One", { tags: ["b", "a"], author: "Ada" });
    await create("Two", { tags: ["a"], authors: ["Bob", "Ada"] });
    await create("Three", { tags: ["Ä", "B"] });
    await create("Draft", { tags: ["a", "secret"], author: "Eve", status: "draft" });
    await create("Old", { tags: ["a", "secret"], author: "Eve", status: "archived" });
    expect(await tags()).toEqual(["a 2", "Ä 1", "B 1", "b 1"]);
    expect(await authors()).toEqual(["Ada 2", "Bob 1"]);
    expect((await list("total=true")).total).toBe(3);
  });

  it("are sorted by name or by count, and paged without gaps", async () => {
    for (const name of ["x", "y", "z"]) await create(name, { tags: [name, "all", "z"], author: name });
    expect(await tags("?sort=-postCount")).toEqual(["all 3", "z 3", "x 1", "y 1"]);
    for (const sort of ["name", "-postCount"]) {
      const found: string[] = [];
      let path: string | null = `/tags/acme?limit=1&sort=${sort}`;
      while (path !== null) {
        const response = await world.get(path);
        const { tags: page, nextCursor } = (await response.json()) as TagList;
        found.push(...pairs(page));
        const link = /^<(.*)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
        expect(link === undefined).toBe(nextCursor === null);
        path = link === undefined ? null : `/tags/acme${link}`;
      }
      expect(found).toEqual(await tags(`?sort=${sort}`));
    }
  });

  it("continue after an entry that is gone", async () => {
    await create("one", { tags: ["a", "b", "c"] });
    const { nextCursor } = await world.read<TagList>("/tags/acme?limit=2");
    await world.updatePost("one", { tags: ["a", "c", "d"] });
    expect(await tags(`?cursor=${nextCursor}`)).toEqual(["c 1", "d 1"]);
  });

  it.each([
    ["?sort=postCount", "sort"],
    ["?limit=0", "limit"],
    ["?limit=101", "limit"],
    ["?cursor=x", "cursor"],
    ["?page=2", '"page"'],
    ["?sort=name&sort=name", "sort"],
  ])("refuse %s", async (query, named) => {
    for (const path of ["/tags/acme", "/authors/acme"]) {
      const { detail } = await expectProblem(await world.get(path + query), 400, "invalid-parameter");
      expect(detail).toContain(`The query parameter ${named}`);
    }
  });

  it("refuse the cursor of another list or sort", async () => {
    for (const name of ["a", "b"]) await create(name, { tags: [name], author: name });
    const { nextCursor } = await world.read<TagList>("/tags/acme?limit=1");
    for (const path of [
      `/authors/acme?cursor=${nextCursor}`,
      `/tags/acme?sort=-postCount&cursor=${nextCursor}`,
    ])
      await expectProblem(await world.get(path), 400, "invalid-parameter");
    expect(await tags(`?cursor=${nextCursor}`)).toEqual(["b 1"]);
  });

  it("change with every write, and when a scheduled post becomes public", async () => {
    const address = { organizationSlug: "acme", slug: "one" };
    await create("One", { tags: ["a"], author: "Ada" });
    await create("Later", {
      tags: ["later"],
      author: "Lea",
      status: "scheduled",
      publishedAt: new Date(world.clock.now() + 60_000).toISOString(),
    });
    const all = async (): Promise<unknown> => [
      await tags(),
      await authors(),
      (await list("total=true")).total,
    ];
    expect(await all()).toEqual([["a 1"], ["Ada 1"], 1]);
    await world.api.posts.update(address, { tags: ["b"], authors: ["Ada", "Bob"] });
    expect(await all()).toEqual([["b 1"], ["Ada 1", "Bob 1"], 1]);
    world.clock.advance(60_000);
    expect(await all()).toEqual([["b 1", "later 1"], ["Ada 1", "Bob 1", "Lea 1"], 2]);
    await world.api.posts.delete(address);
    expect(await all()).toEqual([["later 1"], ["Lea 1"], 1]);
  });

  it("have an ETag that changes with the list", async () => {
    await create("One", { tags: ["a"], author: "Ada" });
    for (const path of ["/tags/acme", "/authors/acme"]) {
      const etag = await world.etagOf(path);
      const headers = { "if-none-match": etag };
      expect((await world.send("GET", path, { headers })).status).toBe(304);
      expect((await world.send("HEAD", path)).headers.get("etag")).toBe(etag);
    }
  });

  it("filter the posts by author, exactly", async () => {
    await create("One", { author: "Ada" });
    await create("Two", { authors: ["Bob", "Ada"], articleSection: "News" });
    await create("Three", { author: "ada" });
    await create("Four");
    expect(await slugs("author=Ada")).toEqual(["one", "two"]);
    expect(await slugs("author=Ada&section=News")).toEqual(["two"]);
    expect(await slugs("author=Bob")).toEqual(["two"]);
    expect(await slugs("author=Eve")).toEqual([]);
    const first = await list("author=Ada&limit=1&sort=name&total=true");
    expect(first).toMatchObject({ posts: [{ slug: "one" }], total: 2 });
    const second = await list(`author=Ada&limit=1&sort=name&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ posts: [{ slug: "two" }], nextCursor: null });
  });

  it("give the total of every filter, on every page, only on request", async () => {
    for (const [index, name] of ["a", "b", "c", "d"].entries()) {
      world.clock.advance(60_000);
      await create(name, {
        tags: index < 3 ? ["x"] : [],
        articleSection: index % 2 === 0 ? "Even" : "Odd",
        inLanguage: index === 0 ? "de" : "en",
        createdAt: "2026-01-01",
      });
    }
    expect("total" in (await list(""))).toBe(false);
    expect("total" in (await list("total=false"))).toBe(false);
    await expectProblem(await world.get("/post/acme?total=1"), 400, "invalid-parameter");
    for (const [filter, total] of [
      ["", 4],
      ["tag=x", 3],
      ["tag=x&section=Even", 2],
      ["language=de", 1],
      ["updatedSince=2026-06-15T12:03", 2],
      ["tag=y", 0],
    ] as const) {
      const found = await list(`${filter}&total=true&limit=1`);
      expect([filter, found.total]).toEqual([filter, total]);
      const cursor = found.nextCursor === null ? "" : `&cursor=${found.nextCursor}`;
      expect((await list(`${filter}&total=true&limit=1${cursor}`)).total).toBe(total);
    }
    expect((await list("total=true&fields=slug&limit=1")).posts).toEqual([{ slug: "d" }]);
  });

  it.runIf(size === "full")("count more posts than one batch", async () => {
    for (let index = 0; index < 510; index++)
      await create(`Post ${index}`, { tags: [`t${index % 7}`], author: `A${index % 3}` });
    expect(await tags("?limit=1")).toEqual(["t0 73"]);
    expect(await authors()).toEqual(["A0 170", "A1 170", "A2 170"]);
    const found = await list("author=A1&tag=t1&total=true&limit=100");
    expect(found.total).toBe(25);
    expect(found.posts).toHaveLength(25);
  });
}
