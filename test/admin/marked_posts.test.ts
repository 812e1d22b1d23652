import { beforeEach, expect, it } from "vitest";
import type { CopyMark } from "../../lib/content/mod.ts";
import { type AdminWorld, createCaller, openAdminWorld, sendAdmin } from "./admin_world.ts";

let world: AdminWorld;
beforeEach(async () => {
  world = await openAdminWorld();
});

interface Shown {
  status: number;
  etag: string;
  mark: CopyMark | undefined;
}

const shownOf = async (response: Response): Promise<Shown> => {
  const text = await response.text();
  const { unpublishedChanges: mark } = (text === "" ? {} : JSON.parse(text)) as {
    unpublishedChanges?: CopyMark;
  };
  return { status: response.status, etag: response.headers.get("etag") ?? "", mark };
};

const get = async (headers: Record<string, string> = {}, slug = "hello"): Promise<Shown> =>
  shownOf(await world.send("GET", `/posts/${slug}`, undefined, headers));

const save = async (name: string, ifMatch?: string): Promise<string> => {
  const condition: Record<string, string> =
    ifMatch === undefined ? { "if-none-match": "*" } : { "if-match": ifMatch };
  const path = "/posts/hello/working-copy";
  const response = await world.send("PUT", path, { name, html: "" }, condition);
  return response.headers.get("etag") ?? "";
};

it("a single post has the mark of its unpublished changes, and its ETag changes with the mark", async () => {
  const before = await get();
  expect(before.mark).toBeUndefined();
  const saved = await save("One");
  const first = await get();
  const at = new Date(world.world.clock.now()).toISOString();
  expect(first.mark).toEqual({ at, by: world.owner.userId, via: world.owner.keyId });
  const { posts } = await world.read<{ posts: { slug: string; unpublishedChanges?: CopyMark }[] }>(
    "GET",
    "/posts",
  );
  expect(posts.find(({ slug }) => slug === "hello")?.unpublishedChanges).toEqual(first.mark);
  world.world.clock.advance(60_000);
  await save("Two", saved);
  const second = await get();
  expect(new Set([before.etag, first.etag, second.etag]).size).toBe(3);
  expect((await get({ "if-none-match": second.etag })).status).toBe(304);
  expect((await get({ "if-none-match": first.etag })).status).toBe(200);
  await world.send("DELETE", "/posts/hello/working-copy");
  expect(await get()).toEqual(before);
});

it("takes its ETag in If-Match and in base, with and without the mark", async () => {
  const before = await get();
  const saved = await save("One");
  const { etag } = await get();
  const tagged = await world.send("PATCH", "/posts/hello", { tags: ["a"] }, { "if-match": etag });
  expect(tagged.status).toBe(200);
  for (const stale of [etag, before.etag]) {
    const refused = await world.send("PATCH", "/posts/hello", { tags: ["b"] }, { "if-match": stale });
    expect(refused.status).toBe(412);
  }
  const base = (await get()).etag.replaceAll('"', "");
  const copy = { name: "Two", html: "", base };
  const based = await world.send("PUT", "/posts/hello/working-copy", copy, { "if-match": saved });
  expect(based.status).toBe(200);
});

it("a draft has no mark, and callers without posts:write see none", async () => {
  expect((await get({}, "secret")).mark).toBeUndefined();
  await save("One");
  const { key } = await createCaller(world.world, "viewer");
  const shown = await shownOf(await sendAdmin(world, key, ["GET", "/posts/hello"]));
  expect([shown.status, shown.mark, shown.etag.includes("~")]).toEqual([200, undefined, false]);
});

it("the text of the post is no change, and ends the working copy", async () => {
  const { name, html, articleSection, inLanguage } = await world.read("GET", "/posts/hello");
  const text = { name, html, articleSection, inLanguage };
  const path = "/posts/hello/working-copy";
  const none = { "if-none-match": "*" };
  expect((await world.send("PUT", path, text, none)).status).toBe(204);
  const saved = await save("One");
  expect((await world.send("PUT", path, text, none)).status).toBe(412);
  expect((await get()).mark).toBeDefined();
  expect((await world.send("PUT", path, text, { "if-match": saved })).status).toBe(204);
  expect((await world.send("GET", path)).status).toBe(404);
  expect((await get()).mark).toBeUndefined();
});
