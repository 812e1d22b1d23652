import { beforeAll, expect, it } from "vitest";
import type { PostItem, SinglePost } from "../../lib/mod.ts";
import { expectProblem, type OpenStorage, World } from "./world.ts";

type Item = Partial<PostItem & SinglePost>;

const html = "<h2>Why?</h2><p>Because.</p>";

/** The parameter `fields` of list and single post. */
export function describeFields(openStorage: OpenStorage): void {
  const world = World.forSuite(openStorage);
  let usual: string[];
  let whole: string[];
  beforeAll(async () => {
    for (const name of ["One", "Two", "Three"]) {
      await world.createPost({ name, html: `<p>${name}</p>${html}`, tags: ["faq"] });
    }
    usual = Object.keys(await first(""));
    whole = Object.keys(await world.read<SinglePost>("/post/acme/one"));
  });

  const first = async (query: string): Promise<Item> => {
    const { posts } = await world.read<{ posts: Item[] }>(`/post/acme?sort=createdAt${query}`);
    return posts[0] ?? {};
  };

  it.each([
    ["id", ["id"]],
    ["id,name,slug", ["id", "name", "slug"]],
    ["slug,id,id", ["id", "slug"]],
    ["html", ["html"]],
    ["author", []],
  ])("shows %s of a list's items, and nothing else", async (fields, names) => {
    expect(Object.keys(await first(`&fields=${fields}`))).toEqual(names);
  });

  it("leaves out fields with a leading -", async () => {
    const rest = usual.filter((name) => name !== "tags" && name !== "url");
    expect(Object.keys(await first("&fields=-tags,-url"))).toEqual(rest);
    expect(Object.keys(await first("&fields=-url,*,-tags"))).toEqual(rest);
  });

  it("adds each post's content to the usual fields", async () => {
    expect(Object.keys(await first("&fields=*,html"))).toEqual([...usual, "html"]);
    const { posts } = await world.read<{ posts: Item[] }>("/post/acme?fields=name,html");
    expect(posts.map((post) => post.html)).toEqual(posts.map(({ name }) => `<p>${name}</p>${html}`));
  });

  it("has the same values as without a selection", async () => {
    const { id, wordCount } = await first("");
    expect(await first("&fields=wordCount,id")).toEqual({ id, wordCount });
  });

  it("selects fields of the single post", async () => {
    const keysOf = async (fields: string): Promise<string[]> =>
      Object.keys(await world.read<SinglePost>(`/post/acme/one?fields=${fields}`));
    expect(await keysOf("faqEntries,id")).toEqual(["id", "faqEntries"]);
    expect(await keysOf("-html,-structuredData")).toEqual(
      whole.filter((name) => name !== "html" && name !== "structuredData"),
    );
    expect(await keysOf("*")).toEqual(whole);
  });

  it("keeps the selection in the Link header of the next page", async () => {
    const response = await world.get("/post/acme?limit=1&sort=name&fields=name");
    const link = /^<(\?.*)>; rel="next"$/.exec(response.headers.get("link") ?? "");
    const next = `/post/acme${link?.[1]}`;
    expect(await world.read(next)).toMatchObject({ posts: [{ name: "Three" }] });
    expect(Object.keys((await world.read<{ posts: Item[] }>(next)).posts[0] ?? {})).toEqual(["name"]);
  });

  it("gives each selection its own ETag, and returns 304 for it", async () => {
    for (const path of ["/post/acme", "/post/acme/one"]) {
      const etags = await Promise.all(
        ["", "?fields=id", "?fields=id,name"].map(async (query) =>
          (await world.get(path + query)).headers.get("etag"),
        ),
      );
      expect(new Set(etags).size).toBe(3);
      const headers = { "if-none-match": etags[1] ?? "" };
      expect((await world.send("GET", `${path}?fields=id`, { headers })).status).toBe(304);
      expect((await world.send("GET", path, { headers })).status).toBe(200);
    }
  });

  it.each([
    ["/post/acme", "nothing", "nothing"],
    ["/post/acme", "id,Name", "Name"],
    ["/post/acme", "-nothing", "nothing"],
    ["/post/acme", "", ""],
    ["/post/acme", "id,", ""],
    ["/post/acme", "id,%20name", " name"],
    ["/post/acme", "--id", "-id"],
    ["/post/acme", "__proto__", "__proto__"],
    ["/post/acme", "faqEntries", "faqEntries"],
    ["/post/acme/one", "text", "text"],
  ])("returns 400 at %s for fields=%s, with the invalid and the valid names", async (path, value, wrong) => {
    const response = await world.get(`${path}?fields=${value}`);
    const { detail } = await expectProblem(response, 400, "invalid-parameter");
    expect(detail).toContain(
      `The query parameter fields must not name ${JSON.stringify(wrong)}. Valid fields are id, name`,
    );
    for (const name of path === "/post/acme" ? [...usual, "html"] : whole) expect(detail).toContain(name);
  });

  it("refuses fields both named and left out, and a repeated parameter", async () => {
    for (const query of ["fields=id,-tags", "fields=-tags,id", "fields=id&fields=name"]) {
      const response = await world.get(`/post/acme?${query}`);
      expect((await expectProblem(response, 400, "invalid-parameter")).detail).toContain(" fields ");
    }
  });
}
