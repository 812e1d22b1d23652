import { beforeEach, describe, expect, it } from "vitest";
import { expectProblem } from "../api/world.ts";
import { type AdminWorld, openAdminWorld } from "./admin_world.ts";

const names = ["Ada Lovelace", "Grace Hopper"];
const persons = names.map((name) => ({ "@type": "Person", name }));

describe("the authors of a post", () => {
  let world: AdminWorld;
  beforeEach(async () => {
    world = await openAdminWorld();
  });

  const write = (method: string, body: unknown): Promise<Record<string, unknown>> =>
    world.read(method, "/posts/computers", body);
  const read = async (path: string, accept = "application/json"): Promise<Response> =>
    world.api.fetch(new Request(`http://localhost/api/public/v1/post/acme${path}`, { headers: { accept } }));

  it("are kept, shown in lists and posts, and are persons in the structured data", async () => {
    expect(await write("PUT", { name: "Computers", authors: names })).toMatchObject({ authors: names });
    const post = (await (await read("/computers")).json()) as Record<string, unknown>;
    expect(post).toMatchObject({ authors: names, structuredData: { article: { author: persons } } });
    expect(post).not.toHaveProperty("author");
    const list = (await (await read("?fields=slug,authors")).json()) as { posts: unknown[] };
    expect(list.posts).toContainEqual({ slug: "computers", authors: names });
  });

  it("stand in the front matter of its Markdown, from which the same post is made again", async () => {
    await write("PUT", { name: "Computers", authors: names });
    const markdown = await (await read("/computers", "text/markdown")).text();
    expect(markdown).toContain('authors: ["Ada Lovelace","Grace Hopper"]');
    expect(await write("PUT", { markdown })).toMatchObject({ authors: names });
  });

  it("are replaced by a change of either field", async () => {
    await write("PUT", { name: "Computers", authors: names });
    const single = await write("PATCH", { author: "Ada" });
    expect(single).toMatchObject({ author: "Ada" });
    expect(single).not.toHaveProperty("authors");
    const several = await write("PATCH", { authors: names });
    expect(several).toMatchObject({ authors: names });
    expect(several).not.toHaveProperty("author");
    expect(await write("PATCH", { tags: ["a"] })).toMatchObject({ authors: names });
  });

  it("next to Markdown override the front matter", async () => {
    const markdown = "---\ntitle: Computers\nauthors: [A, B]\n---\ntext";
    const written = await write("PUT", { markdown, author: "Ada" });
    expect(written).toMatchObject({ author: "Ada" });
    expect(written).not.toHaveProperty("authors");
  });

  it.each<[what: string, authors: unknown]>([
    ["a text", "Ada"],
    ["an empty list", []],
    ["an empty name", [""]],
    ["more than 50 names", Array.from({ length: 51 }, (_, index) => `A${index}`)],
    ["a name above 200 characters", ["a".repeat(201)]],
  ])("cannot be %s", async (_what, authors) => {
    const request: [string, string, unknown] = ["PUT", "/posts/computers", { name: "Computers", authors }];
    const response = await world.send(...request);
    const { errors } = await expectProblem(response, 422, "invalid-body");
    expect(errors).toMatchObject([{ pointer: expect.stringMatching(/^\/authors/) }]);
  });
});
