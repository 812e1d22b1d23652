import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { lmdbDriver } from "../../../storage-drivers/lmdb.ts";
import type { OpenStorage } from "../../api/world.ts";
import { temporaryDirectory } from "../../temporary_directory.ts";
import { SavedWorld } from "./saved_world.ts";

const run = promisify(execFile);
const saver = fileURLToPath(new URL("saver.mjs", import.meta.url));

describe("processes over one LMDB store", () => {
  async function using(use: (world: SavedWorld, path: string) => Promise<void>): Promise<void> {
    const { path, remove } = temporaryDirectory();
    const open: OpenStorage = async (clock) => {
      const storage = lmdbDriver({ path, clock });
      return { storage, close: () => storage.dispose?.() };
    };
    await SavedWorld.using(open, async (world) => {
      await use(world, path);
      expect(world.errors).toEqual([]);
    }).finally(remove);
  }

  /** Expects that the store has exactly the parts of one saved index, and that a new process loads it. */
  async function expectSaved(world: SavedWorld): Promise<void> {
    const ids = new Set((await world.savedKeys()).map((key) => key.split("!")[2]));
    expect([...ids].filter((id) => id !== undefined)).toHaveLength(1);
    await world.restart();
    expect(await world.search("first ")).toEqual(["long"]);
    expect(world.readPosts).toEqual([]);
  }

  it("killed at any commit leave an index that is right, and parts that the next save deletes", () =>
    using(async (world, path) => {
      await world.search("first ");
      await world.api.events.settle();
      for (let commits = 0; ; commits++) {
        const killed = await run(process.execPath, [
          saver,
          path,
          String(world.clock.now()),
          "1",
          String(commits),
        ]).then(
          () => undefined,
          (error: { signal?: string }) => error.signal,
        );
        if (killed === undefined) break;
        expect([commits, killed]).toEqual([commits, "SIGKILL"]);
        expect(commits).toBeLessThan(20);
        await world.restart();
        expect(await world.search("first ")).toEqual(["long"]);
        expect(await world.search("edit ")).toHaveLength(commits + 1);
      }
      await expectSaved(world);
    }));

  it("save at the same time without damage", () =>
    using(async (world, path) => {
      const outputs = await Promise.all(
        [1, 2].map(() => run(process.execPath, [saver, path, String(world.clock.now()), "4"])),
      );
      const saved = outputs.map(({ stdout }) => Number(/^saved (\d+)\n$/.exec(stdout)?.[1]));
      expect(Math.max(...saved)).toBeGreaterThan(0);
      await world.restart();
      expect(await world.search("edit ")).toHaveLength(2);
      await world.api.searchIndexes.rebuild("acme");
      await expectSaved(world);
    }));
});
