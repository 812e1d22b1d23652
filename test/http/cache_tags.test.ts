import { describe, expect, it } from "vitest";
import { openMemory } from "../access/storages.ts";
import { World } from "../api/world.ts";

const paths = [
  "/post/acme",
  "/post/acme/sitemap",
  "/sitemap/acme",
  "/feed/acme/rss.xml",
  "/llms/acme",
  "/redirects/acme",
  "/tags/acme",
  "/llms-full/acme",
  "/faq/acme",
  "/authors/acme",
  "/post/acme?total=true",
];

async function open(tags: boolean): Promise<World> {
  const world = await World.open(openMemory, { cache: { tags } });
  await world.updateOrganization({ feeds: true });
  await world.createPost({ name: "Hello", html: "<p>Hi</p>" });
  return world;
}

async function tagsOf(world: World, path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await world.send("GET", path, { headers });
  const [tag, key] = [response.headers.get("cache-tag"), response.headers.get("surrogate-key")];
  expect(key?.replaceAll(" ", ",") ?? null).toBe(tag);
  return tag?.split(",") ?? response.status;
}

describe("cache tags", () => {
  it("name the organization and the post, in every representation", async () => {
    const world = await open(true);
    const tags = ["org-acme", "post-1", "post-acme-hello"];
    for (const query of ["", "?fields=name", "?format=markdown"]) {
      for (let request = 0; request < 2; request++) {
        expect(await tagsOf(world, `/post/acme/hello${query}`)).toEqual(tags);
      }
    }
    const { key } = await world.createKey();
    expect(await tagsOf(world, "/post/acme/hello", { "x-api-key": key })).toEqual(tags);
  });

  it.each(paths)("name the organization and its posts: %s", async (path) => {
    expect(await tagsOf(await open(true), path)).toEqual(["org-acme", "posts-acme"]);
  });

  it("of the organization's own fields name only the organization", async () => {
    for (const path of ["/organization/acme", "/schema/acme"])
      expect(await tagsOf(await open(true), path)).toEqual(["org-acme"]);
  });

  it("of a renamed post name both slugs, so that either change removes the redirect", async () => {
    const world = await open(true);
    await world.updatePost("hello", { slug: "über" });
    expect(await tagsOf(world, "/post/acme/hello")).toEqual([
      "org-acme",
      "post-acme-%C3%BCber",
      "post-acme-hello",
    ]);
  });

  it("are ASCII and short, also for the longest slug", async () => {
    const world = await open(true);
    const slug = "字".repeat(100);
    await world.createPost({ name: "Long", slug });
    expect(await tagsOf(world, `/post/acme/${encodeURIComponent(slug)}`)).toEqual(["org-acme", "post-2"]);
  });

  it("are in no error, in no page of the documentation, and nowhere by default", async () => {
    const world = await open(true);
    expect(await tagsOf(world, "/post/acme/nothing")).toBe(404);
    expect(await tagsOf(world, "/openapi.json")).toBe(200);
    const without = await open(false);
    for (const path of [...paths, "/post/acme/hello"]) expect(await tagsOf(without, path)).toBe(200);
  });
});
