import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { wordpressExport } from "../import/generators.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { postern, startNode } from "./start_process.ts";

const run = promisify(execFile);
const posts = 1500;
let directory: { path: string; remove: () => void };

beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.remove());

async function cli(...args: string[]): Promise<string> {
  return (await run(process.execPath, [postern, ...args], { cwd: directory.path })).stdout;
}

/** Starts a command, waits until it has something to lose, and sends it a signal. */
async function interrupt(
  signal: NodeJS.Signals,
  hasBegun: () => Promise<boolean>,
  args: string[],
): Promise<{ output: string; code: number | null; isKilled: boolean }> {
  const command = startNode([postern, ...args], { cwd: directory.path });
  while (command.child.exitCode === null && !(await hasBegun())) await pause(5);
  command.child.kill(signal);
  const code = await command.exit;
  return { output: command.output(), code, isKilled: command.child.signalCode === signal };
}

/** Uses a store while no test needs it open. */
async function withStore<Result>(name: string, use: (api: PublicApi) => Promise<Result>): Promise<Result> {
  const storage = lmdbDriver({ path: join(directory.path, name) });
  try {
    return await use(createPublicApi({ storage }));
  } finally {
    await storage.dispose?.();
  }
}

/** How many posts a store has; each must be whole, and in the list as well as at its own address. */
async function countWholePosts(name: string): Promise<number> {
  return withStore(name, async (api) => {
    let count = 0;
    for await (const { slug, id } of api.posts.list("acme")) {
      const post = await api.posts.get("acme", slug);
      expect(post).toMatchObject({ id, slug });
      expect(post?.html).toContain("When does shop");
      count++;
    }
    return count;
  });
}

async function hasPosts(name: string): Promise<boolean> {
  if (!existsSync(join(directory.path, name, "data.mdb"))) return false;
  return withStore(name, async (api) => !(await api.posts.list("acme").next()).done);
}

async function prepare(): Promise<void> {
  writeFileSync(join(directory.path, "export.xml"), [...wordpressExport({ posts })].join(""));
  await withStore("data", (api) =>
    api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" }),
  );
}

describe("a command that ends in the middle", () => {
  const importIt = ["post", "import", "export.xml", "--storage", "lmdb:data", "--concurrency", "8"];

  it("by Ctrl-C finishes what it began, and goes on when it is run again; a third run changes nothing", async () => {
    await prepare();
    const { output, code } = await interrupt("SIGINT", () => hasPosts("data"), importIt);
    expect(code).toBe(130);
    const [, imported] = output.match(/imported (\d+), .*; stopped before the end/) ?? [];
    expect(await countWholePosts("data")).toBe(Number(imported));
    const rest = posts - Number(imported);
    expect(rest).toBeGreaterThan(0);
    expect(await cli(...importIt)).toBe(`imported ${rest}, updated 0, unchanged ${imported}, skipped 0\n`);
    expect(await cli(...importIt)).toBe(`imported 0, updated 0, unchanged ${posts}, skipped 0\n`);
  });

  it("by kill -9 leaves whole posts, and is completed by running it again", async () => {
    await prepare();
    expect((await interrupt("SIGKILL", () => hasPosts("data"), importIt)).isKilled).toBe(true);
    const imported = await countWholePosts("data");
    expect(await cli(...importIt)).toBe(
      `imported ${posts - imported}, updated 0, unchanged ${imported}, skipped 0\n`,
    );
  }, 60_000);
});
