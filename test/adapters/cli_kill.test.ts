import { execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { mediaStore } from "../../lib/media/mod.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { filesMedia } from "../../media-stores/files.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { wordpressExport } from "../import/generators.ts";
import { picture } from "../media/_media_world.ts";
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

/** An import, and a function that returns true when it has begun to write. */
interface Interrupted {
  line: string;
  hasBegun: () => boolean | Promise<boolean>;
}

/**
 * Starts an import, waits until it has written something, and sends it a signal. Its last file is a pipe that ends only after the signal,
 * so that the import cannot finish earlier.
 */
async function interrupt(
  signal: NodeJS.Signals,
  { line, hasBegun }: Interrupted = { line: importIt, hasBegun: async () => hasPosts(dataPath()) },
): Promise<{ output: string; code: number | null; isKilled: boolean }> {
  const gatePath = join(directory, "gate.md");
  execFileSync("mkfifo", [gatePath]);
  const gate = openSync(gatePath, "r+");
  const command = startPostern(line, { cwd: directory });
  await until(async () => command.child.exitCode !== null || hasBegun());
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
  await createOrganization();
}

async function createOrganization(): Promise<void> {
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

  it("has files with bytes and records after kill -9, and stores the others when it is run again", async () => {
    const files = 300;
    mkdirSync(join(directory, "site"));
    for (let number = 0; number < files; number++) {
      writeFileSync(join(directory, `site/${number}.md`), `# Post ${number}\n\n![](${number}.png)`);
      writeFileSync(join(directory, `site/${number}.png`), picture(`picture ${number}`));
    }
    await createOrganization();
    const media = join(directory, "data-media");
    const hasBegun = (): boolean => existsSync(media) && readdirSync(media, { recursive: true }).length > 60;
    const line = "post import site gate.md --storage lmdb:data --media store";
    expect((await interrupt("SIGKILL", { line, hasBegun })).isKilled).toBe(true);
    const { out } = runPostern(line, { cwd: directory });
    const [, stored, present] = out.match(/stored (\d+), already there (\d+), missing 0, refused 0/) ?? [];
    expect(Number(stored) + Number(present)).toBe(files);
    expect(Number(present)).toBeGreaterThan(0);
    const storage = lmdbDriver({ path: dataPath() });
    const api = createPublicApi({ storage, media: mediaStore(filesMedia({ path: media })) });
    for (let number = 0; number < files; number++) {
      const post = await api.posts.get({ organizationSlug: "acme", slug: `${number}` });
      const [, address = ""] = /src="([^"]+)"/.exec(post?.html ?? "") ?? [];
      const response = await api.fetch(new Request(new URL(address, "https://acme.example")));
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect({ number, bytes }).toEqual({ number, bytes: picture(`picture ${number}`) });
    }
    const { kept, waiting = 0 } = (await api.media?.sweep()) ?? {};
    expect(kept).toBe(files);
    // The upload that was killed.
    expect(waiting).toBeLessThanOrEqual(1);
    await api.events.settle();
    await storage.dispose?.();
  }, 120_000);
});
