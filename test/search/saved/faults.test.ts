import { describe, expect, it } from "vitest";
import { openLmdb, openMemory, openSqlite } from "../../access/storages.ts";
import { SavedWorld } from "./saved_world.ts";
import { ifSqlite } from "../../sqlite_is_missing.ts";

describe.each([["memory", openMemory], ["lmdb", openLmdb], ...ifSqlite(["sqlite", openSqlite])])(
  "a saved index over %s",
  (_name, openStorage) => {
    const using = (use: (world: SavedWorld) => Promise<void>): Promise<void> =>
      SavedWorld.using(openStorage, use);

    async function saved(world: SavedWorld): Promise<string[]> {
      await world.search("first ");
      await world.api.events.settle();
      const keys = await world.savedKeys();
      expect(keys.at(-1)).toBe("search-index!posts");
      expect(keys.length).toBeGreaterThan(2);
      return keys;
    }

    it("is built again, with one report, if a part is missing, and then saved again", () =>
      using(async (world) => {
        const [first = ""] = await saved(world);
        await world.driver.atomic.commit("org!acme", { deletes: [first] });
        await world.restart();
        expect(await world.search("first ")).toEqual(["long"]);
        expect(world.readPosts).toHaveLength(21);
        expect(world.errors.map(String)).toEqual([
          expect.stringMatching(
            /^DamagedIndexError: Cannot load the saved search index of the posts of "acme": part 1 of \d+ is missing\. /,
          ),
        ]);
        await world.restart();
        expect(await world.search("first ")).toEqual(["long"]);
        expect(world.readPosts).toEqual([]);
        expect(world.errors).toHaveLength(1);
      }));

    it.each([
      ["other bytes", (data: string) => `${data.slice(0, 200)}AAAA${data.slice(204)}`],
      ["fewer bytes", (data: string) => data.slice(0, 400)],
      ["no base64", () => "?".repeat(400)],
      ["nothing", () => ""],
    ])("is built again if a part has %s", (_damage, damaged) =>
      using(async (world) => {
        const [, second = ""] = await saved(world);
        const { atomic } = world.driver;
        const [record] = await atomic.getMany([{ partition: "org!acme", key: second }]);
        const value = structuredClone(record?.value) as { data: { data: string } };
        value.data.data = damaged(value.data.data);
        await atomic.commit("org!acme", { sets: [{ key: second, value }] });
        await world.restart();
        expect(await world.search("first ")).toEqual(["long"]);
        expect(world.errors.map(String)).toEqual([expect.stringContaining("part 2")]);
      }),
    );

    it("is built again if the host's settings for FAQ entries are others", () =>
      using(async (world) => {
        await saved(world);
        await world.restart({ faq: { questionMarks: ["?", "？"] } });
        expect(await world.search("first ")).toEqual(["long"]);
        expect(world.readPosts).toHaveLength(21);
        expect(world.errors).toEqual([]);
      }));

    it("is saved again only after many changes, or a day after fewer, and old parts are deleted", () =>
      using(async (world) => {
        const before = await saved(world);
        const { posts } = world.api;
        const short = { organizationSlug: "acme", slug: "short-1" };
        await posts.update(short, { html: "<p>edited</p>" });
        expect(await world.search("edited ")).toEqual(["short-1"]);
        await world.api.events.settle();
        expect(await world.savedKeys()).toEqual(before);
        world.clock.advance(25 * 60 * 60 * 1000);
        await world.search("edited ");
        await world.api.events.settle();
        const after = await world.savedKeys();
        expect(after).toHaveLength(before.length);
        expect(after.filter((key) => before.includes(key))).toEqual(["search-index!posts"]);
      }));

    it("is deleted when little is left to search", () =>
      using(async (world) => {
        await saved(world);
        await world.api.posts.delete({ organizationSlug: "acme", slug: "long" });
        expect(await world.search("first ")).toEqual([]);
        await world.api.events.settle();
        expect(await world.savedKeys()).toEqual([]);
      }));

    it("is deleted with its organization, also while it is saved", () =>
      using(async (world) => {
        let deleting: Promise<unknown> | undefined;
        world.beforeCommit = (keys) => {
          if (keys.some((key) => key.startsWith("search-chunk!"))) {
            deleting ??= world.start().organizations.delete("acme");
          }
        };
        await world.search("first ");
        await world.api.events.settle();
        await deleting;
        expect(deleting).toBeDefined();
        expect(await world.savedKeys()).toEqual([]);
        expect(world.errors).toEqual([]);
      }));

    it("that cannot be saved fails no search, and is reported", () =>
      using(async (world) => {
        world.beforeCommit = (keys) => {
          if (keys.some((key) => key.startsWith("search-chunk!"))) throw new Error("no space");
        };
        expect(await world.search("first ")).toEqual(["long"]);
        await world.api.events.settle();
        expect(world.errors.map(String)).toEqual([expect.stringContaining("StoreUnavailableError")]);
        world.beforeCommit = () => undefined;
        await world.search("first ");
        await world.api.events.settle();
        expect(world.errors).toHaveLength(1);
        world.clock.advance(11 * 60 * 1000);
        expect(await world.search("first ")).toEqual(["long"]);
        await world.api.events.settle();
        expect(await world.savedKeys()).toContain("search-index!posts");
        await world.restart();
        expect(await world.search("first ")).toEqual(["long"]);
        expect(world.readPosts).toEqual([]);
      }));

    it("that a killed process began to save later is saved without further changes", () =>
      using(async (world) => {
        const isChunk = (key: string): boolean => key.startsWith("search-chunk!");
        let others = 0;
        world.beforeCommit = async (keys) => {
          if (!keys.some(isChunk) || others > 1) return;
          if (++others === 2) throw new Error("the process was killed");
          const other = world.start();
          await world.search("first ", other);
          await other.events.settle();
        };
        await world.search("first ");
        await world.api.events.settle();
        expect(others).toBe(2);
        const loads = async (): Promise<boolean> => {
          await world.restart();
          await world.search("first ");
          return world.readPosts.length === 0;
        };
        world.clock.advance(11 * 60 * 1000);
        await world.search("first ");
        expect(await loads()).toBe(true);
      }));
  },
);
