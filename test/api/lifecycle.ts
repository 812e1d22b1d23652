import { expect, it } from "vitest";
import type { PostItem, PostStatus } from "../../lib/mod.ts";
import { expectProblem, type OpenStorage, World } from "./world.ts";

/** Which posts the public sees, and when. */
export function describeLifecycle(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);

  /** In how many of the list, the single post and both sitemaps the post "hello" is. */
  async function places(): Promise<number> {
    const { posts } = await world.read<{ posts: PostItem[] }>("/post/acme");
    const single = await world.get("/post/acme/hello");
    const sitemaps = await Promise.all(
      ["/post/acme/sitemap", "/sitemap/acme"].map(async (path) => (await world.get(path)).text()),
    );
    if (single.status !== 200) await expectProblem(single, 404, "post-not-found");
    return (
      posts.length +
      (single.status === 200 ? 1 : 0) +
      sitemaps.filter((xml) => xml.includes("/blog/hello<")).length
    );
  }

  it.each<[PostStatus, number]>([
    ["draft", 0],
    ["published", 4],
    ["archived", 0],
  ])("a post that is %s is in %i of 4 places", async (status, count) => {
    await world.createPost({ name: "Hello", status });
    expect(await places()).toBe(count);
  });

  it("shows a scheduled post starting at the millisecond of its publication, without a job", async () => {
    const publishedAt = world.clock.now() + 1000;
    await world.createPost({ name: "Hello", status: "scheduled", publishedAt });
    expect(await places()).toBe(0);
    world.clock.advance(999);
    expect(await places()).toBe(0);
    world.clock.advance(1);
    expect(await places()).toBe(4);
  });

  it("treats a published post with a future publication time as scheduled", async () => {
    const publishedAt = new Date(world.clock.now() + 60_000);
    const post = await world.createPost({ name: "Hello", status: "published", publishedAt });
    expect(post.status).toBe("scheduled");
    expect(await places()).toBe(0);
    world.clock.advance(60_000);
    expect(await places()).toBe(4);
  });

  it("follows a post through its life", async () => {
    await world.createPost({ name: "Hello", status: "draft" });
    for (const [status, count] of [
      ["published", 4],
      ["archived", 0],
      ["published", 4],
      ["draft", 0],
    ] as const) {
      await world.updatePost("hello", { status });
      expect([status, await places()]).toEqual([status, count]);
    }
    expect(await world.deletePost("hello")).toBe(true);
    expect(await world.deletePost("hello")).toBe(false);
    expect(await places()).toBe(0);
  });

  it("publishes a scheduled post immediately on request", async () => {
    const publishedAt = world.clock.now() + 1000;
    await world.createPost({ name: "Hello", status: "scheduled", publishedAt });
    await world.updatePost("hello", { status: "published" });
    expect(await places()).toBe(4);
  });

  it("refuses a slug that is taken, the reserved one, and an unknown organization", async () => {
    await world.createPost({ name: "Hello" });
    await expect(world.createPost({ name: "Hello" })).rejects.toThrow(
      /already has a post with the slug "hello"/,
    );
    await expect(world.createPost({ name: "A", slug: "sitemap" })).rejects.toThrow(/\/slug/);
    await expect(world.api.posts.create("nobody", { name: "A" })).rejects.toThrow(/"nobody"/);
    const { slug } = await world.createPost({ name: "Sitemap" });
    expect((await world.get(`/post/acme/${slug}`)).status).toBe(200);
  });
}
