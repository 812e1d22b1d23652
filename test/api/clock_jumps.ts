import { beforeEach, expect, it } from "vitest";
import type { PostItem } from "../../lib/mod.ts";
import { expectProblem, type OpenStorage, World } from "./world.ts";

const hour = 3_600_000;
const post = "/post/acme/planned";

/** The clock of the process is ahead for a while, and then right again. */
export function describeClockJumps(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage, { rateLimit: { perDay: 100, perSecond: 2 } });
  let key: string;
  beforeEach(async () => {
    ({ key } = await world.createKey());
    await world.updateOrganization({ feeds: true });
    await world.createPost({ name: "Hello" });
    const publishedAt = world.clock.now() + 2 * hour;
    await world.createPost({ name: "Planned", publishedAt });
  });

  it("refuses no request after a limit per second was reached by a clock that was ahead", async () => {
    const statuses = async (count: number): Promise<number[]> => {
      const responses: number[] = [];
      for (let sent = 0; sent < count; sent++) responses.push((await world.get("/post/acme", key)).status);
      return responses;
    };
    for (const jump of [5 * hour, 40 * hour]) {
      expect(await statuses(2)).toEqual([200, 200]);
      world.clock.advance(jump);
      expect(await statuses(3)).toEqual([200, 200, 429]);
      world.clock.advance(-jump);
      // A sweep that began at the later time may still remove the counter, and the third request is admitted then.
      expect((await statuses(3)).slice(0, 2)).toEqual([200, 200]);
      world.clock.advance(1000);
    }
  });

  /** True for each place that shows the scheduled post. */
  async function places(): Promise<Record<string, boolean>> {
    const { posts } = await world.read<{ posts: PostItem[] }>("/post/acme");
    const shown: Record<string, boolean> = { list: posts.some(({ slug }) => slug === "planned") };
    for (const path of [post, `${post}?fields=name`, `${post}?format=markdown`]) {
      const response = await world.get(path);
      shown[path] = response.status === 200;
      if (response.status !== 200) await expectProblem(response, 404, "post-not-found");
    }
    for (const path of [
      "/post/acme/sitemap",
      "/sitemap/acme",
      "/feed/acme/rss.xml",
      "/feed/acme/feed.json",
      "/llms/acme",
    ]) {
      const response = await world.get(path);
      expect(response.status).toBe(200);
      shown[path] = (await response.text()).includes("planned");
    }
    return shown;
  }

  it("shows a scheduled post only while the clock is past its time", async () => {
    const shown = async (): Promise<boolean[]> => {
      const found = new Set(Object.values(await places()));
      // The second reading finds cached responses.
      for (const value of Object.values(await places())) found.add(value);
      return [...found];
    };
    expect(await shown()).toEqual([false]);
    for (const jump of [3 * hour, 26 * hour]) {
      world.clock.advance(jump);
      expect(await shown()).toEqual([true]);
      world.clock.advance(-jump);
      expect(await shown()).toEqual([false]);
    }
    world.clock.advance(2 * hour - 1);
    expect(await shown()).toEqual([false]);
    world.clock.advance(1);
    expect(await shown()).toEqual([true]);
  });

  it("returns no 304 for a list or a date from a clock that was ahead", async () => {
    world.clock.advance(3 * hour);
    const list = await world.etagOf("/post/acme");
    const etag = await world.etagOf(post);
    await world.updatePost("hello", { description: "ahead" });
    world.clock.advance(1000);
    const date = (await world.get("/post/acme/hello")).headers.get("last-modified") ?? "";
    world.clock.advance(-3 * hour);
    await world.updatePost("hello", { description: "right" });
    world.clock.advance(2000);
    const statusOf = async (path: string, headers: Record<string, string>): Promise<number> =>
      (await world.send("GET", path, { headers })).status;
    expect(await statusOf("/post/acme", { "if-none-match": list })).toBe(200);
    expect(await statusOf(post, { "if-none-match": etag })).toBe(404);
    expect(await statusOf("/post/acme/hello", { "if-modified-since": date })).toBe(200);
  });
}
