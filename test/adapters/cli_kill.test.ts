import { execFileSync } from "node:child_process";
import { closeSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { wordpressExport } from "../import/generators.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { countWholePosts, hasPosts, withLmdb } from "./lmdb_posts.ts";
import { runPostern, startPostern } from "./start_process.ts";

/** Posts of the export, and the post behind the gate. */
const posts = 1501;
const gatePost = "# Gate\n\nThe last post.";
const importIt = "post import export.xml gate.md --storage lmdb:data --concurrency 8";
let directory: string;
beforeEach(() => {
  directory = scratchDirectory();
});

/**
 * Starts the import, waits until it has written posts, and sends it a signal. Its last file is a pipe that ends only after the signal,
 * so that the import cannot finish earlier.
 */
async function interrupt(
  signal: NodeJS.Signals,
): Promise<{ output: string; code: number | null; isKilled: boolean }> {
  const gatePath = join(directory, "gate.md");
  execFileSync("mkfifo", [gatePath]);
  const gate = openSync(gatePath, "r+");
  const command = startPostern(importIt, { cwd: directory });
  await until(async () => command.child.exitCode !== null || hasPosts(dataPath()));
  command.child.kill(signal);
  // A regular file replaces the pipe for later imports.
  writeFileSync(`${gatePath}.new`, gatePost);
  renameSync(`${gatePath}.new`, gatePath);
  writeSync(gate, gatePost);
  closeSync(gate);
  const code = await command.exit;
  return { output: command.output(), code, isKilled: command.child.signalCode === signal };
}

const dataPath = (): string => join(directory, "data");

const countImported = async (): Promise<number> =>
  countWholePosts(dataPath(), ({ html }) => expect(html).toContain("When does shop"));

async function prepare(): Promise<void> {
  writeFileSync(join(directory, "export.xml"), [...wordpressExport({ posts: posts - 1 })].join(""));
  await withLmdb(dataPath(), (api) =>
    api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" }),
  );
}

/** Imports, and returns the first line of the summary. */
const importAgain = (): string | undefined => runPostern(importIt, { cwd: directory }).out.split("\n")[0];

describe("an interrupted import", () => {
  it("finishes its posts after Ctrl-C, and continues when it is run again; a third run changes nothing", async () => {
    await prepare();
    const { output, code } = await interrupt("SIGINT");
    expect(code).toBe(130);
    const [, imported] = output.match(/imported (\d+), .*; stopped before the end/) ?? [];
    expect(await countImported()).toBe(Number(imported));
    const rest = posts - Number(imported);
    expect(rest).toBeGreaterThan(0);
    expect(importAgain()).toBe(`imported ${rest}, updated 0, unchanged ${imported}, skipped 0`);
    expect(importAgain()).toBe(`imported 0, updated 0, unchanged ${posts}, skipped 0`);
  });

  it("leaves complete posts after kill -9, and is finished by running it again", async () => {
    await prepare();
    expect((await interrupt("SIGKILL")).isKilled).toBe(true);
    const imported = await countImported();
    expect(importAgain()).toBe(`imported ${posts - imported}, updated 0, unchanged ${imported}, skipped 0`);
  });
});
