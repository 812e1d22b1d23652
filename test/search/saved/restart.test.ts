import { describe, expect, it } from "vitest";
import { fsDriver } from "../../../storage-drivers/fs.ts";
import { redisDriver } from "../../../storage-drivers/redis.ts";
import { storages } from "../../access/storages.ts";
import type { OpenStorage } from "../../api/world.ts";
import { redisIsMissing, startRedis } from "../../storage-drivers/_redis_server.ts";
import { temporaryDirectory } from "../../temporary_directory.ts";
import { SavedWorld } from "./saved_world.ts";
import { acmePost } from "../../acme.ts";
import { patient } from "../../storage-drivers/_patient.ts";

const openFiles: OpenStorage = async (clock) => {
  const { path, remove } = temporaryDirectory();
  const storage = fsDriver({ path, clock });
  return { storage, close: async () => (await storage.dispose?.(), remove()) };
};

const openRedis: OpenStorage = async (clock) => {
  const server = await startRedis();
  const storage = redisDriver({ url: server.url, clock, ...patient });
  return { storage, close: async () => (await storage.dispose?.(), server.stop()) };
};

const all: [name: string, open: OpenStorage][] = [...storages, ["fs", openFiles]];
if (!redisIsMissing()) all.push(["redis", openRedis]);

describe.each(all)("a restart over %s", (_name, openStorage) => {
  const using = (use: (world: SavedWorld) => Promise<void>): Promise<void> =>
    SavedWorld.using(openStorage, async (world) => {
      await use(world);
      await world.api.events.settle();
      expect(world.errors).toEqual([]);
    });

  it("searches without reading the HTML of a post", () =>
    using(async (world) => {
      expect(await world.search("first ")).toEqual(["long"]);
      expect(world.readPosts).toHaveLength(21);
      await world.restart();
      expect(await world.search("first ")).toEqual(["long"]);
      expect(await world.search('"naive text"')).toHaveLength(20);
      expect(await world.search("東京都")).toHaveLength(20);
      expect(world.readPosts).toEqual([]);
    }));

  it("reads only posts that changed since the index was saved", () =>
    using(async (world) => {
      await world.search("first ");
      await world.api.events.settle();
      const { posts } = world.api;
      const of = (slug: string): { organizationSlug: string; slug: string } => acmePost(slug);
      await posts.update(of("short-1"), { html: "<p>edited</p>" });
      await posts.delete(of("short-2"));
      await posts.update(of("short-3"), { status: "archived" });
      await posts.update(of("short-4"), { slug: "renamed" });
      await posts.create("acme", { name: "New", slug: "new", html: "<p>edited, too</p>" });
      const publishedAt = new Date(world.clock.now() + 60_000).toISOString();
      const html = "<p>edited later</p>";
      await posts.create("acme", { name: "Soon", slug: "soon", html, status: "published", publishedAt });
      await world.restart();
      expect(await world.search("edited ")).toEqual(["new", "short-1"]);
      const left = Array.from({ length: 20 }, (_, number) => `short-${number}`);
      const short = [...left.filter((slug) => !/^short-[1-4]$/.test(slug)), "renamed"].toSorted();
      expect(await world.search("short ")).toEqual([...short, "short-1"].toSorted());
      expect(await world.search('"naive text"')).toEqual(short);
      expect(world.readPosts).toEqual(["new", "renamed", "short-1"]);
      world.clock.advance(60_000);
      expect(await world.search("edited ")).toEqual(["new", "short-1", "soon"]);
    }));

  it("finds words of every kind as before", () =>
    using(async (world) => {
      const queries = [
        "shor",
        "shrot",
        "texts",
        "naive",
        "short -3",
        '"is it number 7"',
        "第 東京",
        "first 5",
      ];
      const before = [];
      for (const query of queries) before.push(await world.search(query));
      await world.restart();
      for (const [index, query] of queries.entries()) {
        expect([query, await world.search(query)]).toEqual([query, before[index]]);
      }
      expect(world.readPosts).toEqual([]);
    }));
});
