import { expect, it } from "vitest";
import type { RedirectItems } from "../../lib/mod.ts";
import { type OpenStorage, World } from "./world.ts";

const root = "/api/public/v1";

/** The rules of earlier addresses: renamed slugs, aliases, and redirects that somebody adds. */
export function describeRedirects(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);

  const create = async (slug: string, input: object = {}): Promise<unknown> =>
    world.createPost({ name: slug, slug, html: "<p>Hi</p>", ...input });
  const rename = async (slug: string, to: string): Promise<unknown> => world.updatePost(slug, { slug: to });
  const update = async (slug: string, changes: object): Promise<unknown> => world.updatePost(slug, changes);
  const get = async (slug: string, headers: Record<string, string> = {}): Promise<Response> =>
    world.send("GET", `/post/acme/${slug}`, { headers });
  /** Returns the present slug that an earlier slug redirects to, or the status. */
  const follow = async (slug: string): Promise<string | number> => {
    const response = await get(slug);
    if (response.status !== 308) return response.status;
    const base = `http://localhost${root}/post/acme/${slug}`;
    return new URL(response.headers.get("location") ?? "", base).pathname;
  };
  const list = async (query = ""): Promise<RedirectItems> =>
    (await world.send("GET", `/redirects/acme${query}`)).json() as Promise<RedirectItems>;
  const pairs = async (): Promise<string[]> =>
    (await list()).redirects.map(({ from, to }) => `${from} ${to}`).toSorted();

  it("lead from the former slug of a public post to its present slug", async () => {
    await create("old");
    expect((await get("old")).status).toBe(200);
    await rename("old", "new");
    const response = await get("old");
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe("new");
    expect(await response.text()).toBe("");
    expect((await get("new")).status).toBe(200);
  });

  it("keep the query, respond to HEAD, and encode the slug", async () => {
    await create("old");
    await rename("old", "über-uns");
    const query = "?fields=slug,name&format=json";
    for (const method of ["GET", "HEAD"]) {
      const response = await world.send(method, `/post/acme/old${query}`);
      expect(response.status).toBe(308);
      expect(response.headers.get("location")).toBe(`%C3%BCber-uns${query}`);
      expect(response.headers.get("cache-control")).toBe("public, max-age=60, stale-while-revalidate=600");
      expect(response.headers.get("vary")).toBe("x-api-key");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
    }
    expect((await world.send("GET", "/post/acme/old?fields=nonsense")).status).toBe(400);
  });

  it("are counted and judged like every other response", async () => {
    await create("old");
    await rename("old", "new");
    const { key } = await world.createKey({ rateLimit: { perDay: 2 } });
    const response = await get("old", { "x-api-key": key });
    expect(response.status).toBe(308);
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    expect(response.headers.get("ratelimit")).toMatch(/r=1;/);
    expect((await get("old", { "x-api-key": key })).status).toBe(308);
    expect((await get("old", { "x-api-key": key })).status).toBe(429);
    expect((await get("old", { "x-api-key": "nonsense" })).status).toBe(401);
    expect((await world.send("GET", "/post/other/old")).status).toBe(404);
  });

  it("need a key where reading needs one", async () => {
    await world.reopen({ readAccess: "key" });
    await create("old");
    await rename("old", "new");
    expect(await follow("old")).toBe(401);
    expect((await world.send("GET", "/redirects/acme")).status).toBe(401);
    const { key } = await world.createKey();
    expect((await get("old", { "x-api-key": key })).status).toBe(308);
  });

  it("have no chains, and no loop after a rename back", async () => {
    await create("a");
    await rename("a", "b");
    await rename("b", "c");
    expect(await follow("a")).toBe(`${root}/post/acme/c`);
    expect(await follow("b")).toBe(`${root}/post/acme/c`);
    await rename("c", "a");
    expect(await follow("a")).toBe(200);
    expect(await follow("b")).toBe(`${root}/post/acme/a`);
    expect(await follow("c")).toBe(`${root}/post/acme/a`);
    expect(await pairs()).toEqual(["/blog/b /blog/a", "/blog/c /blog/a"]);
  });

  it("end for good when another post takes the slug", async () => {
    await create("old");
    await rename("old", "new");
    await create("old");
    expect(await follow("old")).toBe(200);
    expect((await world.api.redirects.list("acme")).redirects).toEqual([]);
    await world.deletePost("old");
    expect(await follow("old")).toBe(404);
  });

  it("end for good when a scheduled post takes the slug, and not before", async () => {
    await create("old");
    await rename("old", "new");
    await create("old", { status: "scheduled", publishedAt: world.clock.now() + 60_000 });
    expect(await follow("old")).toBe(`${root}/post/acme/new`);
    world.clock.advance(60_000);
    expect(await follow("old")).toBe(200);
    await update("old", { status: "archived" });
    expect(await follow("old")).toBe(404);
  });

  it("show nothing of drafts", async () => {
    await create("old");
    await rename("old", "new");
    await create("old", { status: "draft" });
    expect(await follow("old")).toBe(`${root}/post/acme/new`);
    await update("new", { status: "archived" });
    expect(await follow("old")).toBe(404);
    expect(await list()).toEqual({ redirects: [], nextCursor: null });
    await update("new", { status: "published" });
    expect(await follow("old")).toBe(`${root}/post/acme/new`);
    await create("plan", { status: "draft" });
    await rename("plan", "secret");
    expect(await follow("plan")).toBe(404);
  });

  it("end with their post", async () => {
    await create("old", { aliases: ["/2016/old/"] });
    await rename("old", "new");
    expect(await pairs()).toHaveLength(2);
    await world.deletePost("new");
    expect(await follow("old")).toBe(404);
    expect(await world.api.redirects.list("acme")).toEqual({ redirects: [], next: null });
  });

  it("follow from aliases: slugs and paths of posts in the API, all in the list", async () => {
    const aliases = [
      "first",
      "/blog/second/",
      "/third/",
      "/2016/03/old.html",
      "https://old.example/a",
      "not an address",
    ];
    await create("new", { aliases });
    for (const slug of ["first", "second", "third"]) expect(await follow(slug)).toBe(`${root}/post/acme/new`);
    expect(await follow("old.html")).toBe(404);
    const { redirects } = await list();
    expect(redirects.map(({ from, fromSlug }) => [from, fromSlug])).toEqual([
      ["/2016/03/old.html", undefined],
      ["/blog/second/", "second"],
      ["/third/", "third"],
      ["https://old.example/a", undefined],
      ["/blog/first", "first"],
    ]);
    expect(redirects.at(-1)).toMatchObject({
      to: "/blog/new",
      url: "https://acme.example/blog/new",
      slug: "new",
    });
    await update("new", { aliases: ["/third/"] });
    expect(await pairs()).toEqual(["/third/ /blog/new"]);
    expect(await follow("first")).toBe(404);
    expect(await follow("third")).toBe(`${root}/post/acme/new`);
  });

  it("of aliases never replace those of other posts", async () => {
    await create("one", { aliases: ["/old/"] });
    await create("two", { aliases: ["/old/"] });
    expect(await pairs()).toEqual(["/old/ /blog/one"]);
    await update("one", { aliases: [] });
    expect(await pairs()).toEqual([]);
    await world.deletePost("one");
    expect(await follow("one")).toBe(404);
  });

  it("can be added and removed", async () => {
    await create("new");
    const { redirects } = world.api;
    const added = await redirects.add("acme", { from: "/blog/old", slug: "new" });
    expect(added).toEqual({
      isNew: true,
      redirect: { from: "/blog/old", slug: "new", origin: "added", createdAt: "2026-06-15T12:00:00.000Z" },
    });
    expect((await redirects.add("acme", { from: "/blog/old", slug: "new" })).isNew).toBe(false);
    expect(await follow("old")).toBe(`${root}/post/acme/new`);
    expect((await redirects.list("acme")).redirects).toEqual([added.redirect]);
    await create("other");
    await expect(redirects.add("acme", { from: "/blog/old", slug: "other" })).rejects.toThrow("another post");
    await expect(redirects.add("acme", { from: "other", slug: "new" })).rejects.toThrow("has a post");
    await expect(redirects.add("acme", { from: "//evil.example", slug: "new" })).rejects.toThrow(
      "/from must be",
    );
    await expect(redirects.add("acme", { from: "x", slug: "nothing" })).rejects.toThrow('no post "nothing"');
    expect(await redirects.remove("acme", "/blog/old")).toBe(true);
    expect(await redirects.remove("acme", "/blog/old")).toBe(false);
    expect(await follow("old")).toBe(404);
    expect(await pairs()).toEqual([]);
  });

  it("are kept when a post is replaced without aliases", async () => {
    await create("old");
    await rename("old", "new");
    await world.api.posts.put("acme", { name: "New", slug: "new", html: "" });
    expect(await follow("old")).toBe(`${root}/post/acme/new`);
  });

  it("are listed in pages with an ETag that changes with them", async () => {
    for (const slug of ["a", "b", "c"]) {
      await create(slug);
      await rename(slug, `${slug}2`);
    }
    const first = await world.send("GET", "/redirects/acme?limit=2");
    const page = (await first.json()) as RedirectItems;
    expect(page.redirects.map(({ slug }) => slug)).toEqual(["a2", "b2"]);
    expect(first.headers.get("link")).toContain('rel="next"');
    const rest = await list(`?limit=2&cursor=${page.nextCursor}`);
    expect(rest.redirects.map(({ slug }) => slug)).toEqual(["c2"]);
    expect(rest.nextCursor).toBeNull();
    const etag = first.headers.get("etag") ?? "";
    const again = async (): Promise<number> =>
      (await world.send("GET", "/redirects/acme?limit=2", { headers: { "if-none-match": etag } })).status;
    expect(await again()).toBe(304);
    await world.api.redirects.remove("acme", "a");
    expect(await again()).toBe(200);
    expect((await world.send("GET", "/redirects/acme?cursor=x")).status).toBe(400);
    expect((await world.send("GET", "/redirects/nobody")).status).toBe(404);
  });

  it("survive concurrent renames: each former slug leads to the last", async () => {
    await create("a");
    await Promise.all([
      rename("a", "b").catch(() => undefined),
      world.api.redirects.add("acme", { from: "/old", slug: "a" }).catch(() => undefined),
      update("a", { description: "x" }).catch(() => undefined),
    ]);
    expect(await follow("a")).toBe(`${root}/post/acme/b`);
  });
}
