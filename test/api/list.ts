import { beforeEach, expect, it } from "vitest";
import type { PostItem, PostSort } from "../../lib/mod.ts";
import { expectProblem, type OpenStorage, World } from "./world.ts";

interface Page {
  posts: PostItem[];
  nextCursor: string | null;
}

const day = 24 * 60 * 60 * 1000;
const names = ["beta", "Alpha", "épsilon", "alpha", "Gamma", "delta", "Ωmega"];

/** A cursor as the API writes it, with a place of the test's choosing in it. */
const forgeCursor = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString("base64url");

/** Paging, sorting and filters of the list. */
export function describeList(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);
  beforeEach(async () => {
    const start = Date.UTC(2026, 0, 1);
    for (const [index, name] of names.entries()) {
      world.clock.advance(day);
      await world.createPost({
        name,
        slug: `p${index}`,
        createdAt: start + (index >> 1) * day,
        updatedAt: start + ((index * 3) % 7) * day,
        publishedAt: start - ((index * 5) % 7) * day,
        articleSection: index % 2 ? "Odd" : "Even",
        inLanguage: index % 3 ? "en-US" : "de-DE",
        tags: index < 3 ? ["small", "C++ & co"] : ["large"],
        ...(index === 4 ? { status: "draft" } : {}),
      });
    }
  });

  const slugsOf = ({ posts }: Page): string => posts.map(({ slug }) => slug).join(" ");

  /** All pages of a list, by the cursor in the body. */
  async function walk(query: string): Promise<Page[]> {
    const pages: Page[] = [];
    let cursor: string | null = "";
    while (cursor !== null && pages.length < 20) {
      const suffix: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page: Page = await world.read<Page>(`/post/acme?${query}${suffix}`);
      pages.push(page);
      cursor = page.nextCursor;
    }
    return pages;
  }

  const orders: [PostSort, string][] = [
    ["createdAt", "p0 p1 p2 p3 p5 p6"],
    ["-createdAt", "p6 p5 p3 p2 p1 p0"],
    ["updatedAt", "p0 p5 p3 p1 p6 p2"],
    ["-updatedAt", "p2 p6 p1 p3 p5 p0"],
    ["publishedAt", "p1 p5 p2 p6 p3 p0"],
    ["-publishedAt", "p0 p3 p6 p2 p5 p1"],
    ["changedAt", "p0 p1 p2 p3 p5 p6"],
    ["-changedAt", "p6 p5 p3 p2 p1 p0"],
    ["name", "p1 p3 p0 p5 p2 p6"],
    ["-name", "p6 p2 p5 p0 p3 p1"],
  ];

  it.each(orders)("sorts by %s, and walks all pages without a repeat", async (sort, expected) => {
    expect(slugsOf(await world.read<Page>(`/post/acme?sort=${sort}`))).toBe(expected);
    for (const limit of [1, 2, 3, 5, 6, 7, 100]) {
      const pages = await walk(`sort=${sort}&limit=${limit}`);
      expect(pages.map(slugsOf).join(" ")).toBe(expected);
      expect(pages).toHaveLength(Math.ceil(6 / limit));
      expect(pages.slice(0, -1).every(({ posts }) => posts.length === limit)).toBe(true);
    }
  });

  it("lists the post that was published last first by default", async () => {
    expect(slugsOf(await world.read<Page>("/post/acme"))).toBe("p0 p3 p6 p2 p5 p1");
  });

  it.each(["-publishedAt", "-createdAt", "name"])("continues a list by %s without sort", async (sort) => {
    const whole = await world.read<Page>(`/post/acme?sort=${sort}`);
    const first = await world.read<Page>(`/post/acme?sort=${sort}&limit=2`);
    const rest = await world.read<Page>(`/post/acme?cursor=${first.nextCursor}`);
    expect(`${slugsOf(first)} ${slugsOf(rest)}`).toBe(slugsOf(whole));
  });

  it("returns 50 posts by default", async () => {
    for (let index = 0; index < 50; index++) await world.createPost({ name: `more ${index}` });
    const page = await world.read<Page>("/post/acme");
    expect(page.posts).toHaveLength(50);
    expect(page.nextCursor).not.toBeNull();
  });

  it("links to the next page, until there is none", async () => {
    let path = "/post/acme?limit=4&sort=name";
    const seen: string[] = [];
    for (let page = 0; page < 2; page++) {
      const response = await world.get(path);
      seen.push(slugsOf((await response.json()) as Page));
      const link = /^<(\?.*)>; rel="next"$/.exec(response.headers.get("link") ?? "");
      path = link?.[1] === undefined ? "" : `/post/acme${link[1]}`;
    }
    expect([seen, path]).toEqual([["p1 p3 p0 p5", "p2 p6"], ""]);
  });

  it("continues at its place if posts are added or deleted between pages", async () => {
    const first = await world.read<Page>("/post/acme?limit=3&sort=createdAt");
    await world.deletePost("p2");
    await world.deletePost("p3");
    await world.createPost({ name: "early", createdAt: "2020-01-01" });
    const next = await world.read<Page>(`/post/acme?limit=3&sort=createdAt&cursor=${first.nextCursor}`);
    expect([slugsOf(first), slugsOf(next)]).toEqual(["p0 p1 p2", "p5 p6"]);
  });

  it.each([
    ["section=Odd", "p1 p3 p5"],
    ["section=odd", ""],
    ["language=de-DE", "p0 p3 p6"],
    ["language=DE-de", "p0 p3 p6"],
    ["language=de", "p0 p3 p6"],
    ["language=fr", ""],
    ["tag=small", "p0 p1 p2"],
    [`tag=${encodeURIComponent("C++ & co")}`, "p0 p1 p2"],
    ["tag=smal", ""],
    ["updatedSince=2026-06-19", "p3 p5 p6"],
    ["updatedSince=2026-06-19T12:00:00.001Z", "p5 p6"],
    ["updatedSince=2026-06-19T14:00:00%2B02:00", "p3 p5 p6"],
    ["section=Odd&language=de-DE", "p3"],
    ["section=Even&tag=small&language=de-DE&updatedSince=2026-01-01", "p0"],
  ])("filters by %s", async (query, expected) => {
    const slugs = async (limit: number): Promise<string> =>
      (await walk(`sort=updatedAt&limit=${limit}&${query}`)).flatMap(slugsOf).join(" ").trim();
    expect((await slugs(50)).split(" ").toSorted()).toEqual(expected.split(" ").toSorted());
    expect(await slugs(1)).toBe(await slugs(50));
  });

  it.each([
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "-1"],
    ["limit", "1.5"],
    ["limit", "1e1"],
    ["limit", "ten"],
    ["limit", ""],
    ["limit", "5&limit=6"],
    ["sort", "id"],
    ["sort", "--name"],
    ["sort", ""],
    ["sort", "name&sort=name"],
    ["language", "english_"],
    ["language", ""],
    ["updatedSince", "yesterday"],
    ["updatedSince", "2026-02-30"],
    ["updatedSince", ""],
    ["section", "a&section=b"],
    ["section", ""],
    ["author", ""],
    ["tag", ""],
    ["notTag", "a&notTag="],
    ["cursor", ""],
    ["cursor", "nonsense"],
    ["cursor", "%00"],
    ["cursor", forgeCursor(["-createdAt"])],
    ["cursor", forgeCursor(["-createdAt", 5])],
    ["cursor", forgeCursor({ sort: "-createdAt" })],
    ["cursor", forgeCursor(null)],
  ])("returns 400 for %s=%s, and names the parameter", async (name, value) => {
    const problem = await expectProblem(
      await world.get(`/post/acme?${name}=${value}`),
      400,
      "invalid-parameter",
    );
    expect(problem.detail).toContain(` ${name} `);
  });

  it("refuses the cursor of a different sort", async () => {
    const { nextCursor } = await world.read<Page>("/post/acme?limit=1&sort=name");
    for (const sort of ["-name", "createdAt", "-createdAt"]) {
      const response = await world.get(`/post/acme?limit=1&sort=${sort}&cursor=${nextCursor}`);
      expect((await expectProblem(response, 400, "invalid-parameter")).detail).toContain(" cursor ");
    }
  });

  const places = ["", "!", "~", "\u007f", "\0", "posts-by", "é", "x".repeat(3000), "~".repeat(3000)];

  it.each(["name", "-name"])("handles a forged cursor of %s without an error 500", async (sort) => {
    for (const place of [...places, `posts-by!name!${"x".repeat(3000)}`, "knowledge!0", "organization"]) {
      const response = await world.get(`/post/acme?sort=${sort}&cursor=${forgeCursor([sort, place])}`);
      expect([place.slice(0, 20), response.status]).toEqual([
        place.slice(0, 20),
        expect.toSatisfy((status: number) => status === 200 || status === 400),
      ]);
      const { posts = [] } = (await response.json()) as Partial<Page>;
      expect(posts.every(({ slug }) => /^p\d$/.test(slug))).toBe(true);
    }
  });
}
