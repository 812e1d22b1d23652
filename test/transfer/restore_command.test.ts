import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { containing } from "../acme.ts";
import { postern } from "../adapters/start_process.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

const secret = "a random text of at least 32 characters";
const ofData = ["--storage", "lmdb:data"];
let directory: string;
let remove: () => void;

beforeEach(() => {
  ({ path: directory, remove } = temporaryDirectory());
});
afterEach(() => remove());

function cli(...args: string[]): { code: number | null; out: string; error: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [postern, ...args], {
    cwd: directory,
    encoding: "utf8",
  });
  return { code: status, out: stdout, error: stderr };
}

/** Uses a store of the directory in this process. */
async function use(name: string, action: (api: PublicApi) => Promise<unknown>): Promise<void> {
  const storage = lmdbDriver({ path: join(directory, name) });
  const api = createPublicApi({ storage, secret });
  await action(api);
  await api.events.settle();
  await storage.dispose?.();
}

async function fill(): Promise<void> {
  await use("data", async (api) => {
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { name: "Hello", html: "<p>Good</p>" });
    await api.webhooks.create("acme", { url: "https://site.example/" });
  });
}

const address = { organizationSlug: "acme", slug: "hello" };
const ofPost = ["--post", "hello", "--org", "acme"];

it("adds one post to a store in use, of every kind of backup, and never over a working copy", async () => {
  await fill();
  const backups = ["all.jsonl", "all.jsonl.gz", "copy"];
  for (const backup of backups) expect(cli("backup", backup, ...ofData)).toMatchObject({ code: 0 });
  await use("data", (api) => api.posts.update(address, { html: "<p>Bad</p>" }));
  const ran = backups.map((backup) => cli("restore", backup, ...ofPost, ...ofData));
  const added = { code: 0, out: "Added the text as the working copy of the post hello\n", error: "" };
  const error =
    'postern: Cannot restore: the post "hello" has a working copy already: apply or discard it first\n';
  const refused = { code: 1, out: "", error };
  expect(ran).toEqual([added, refused, refused]);
  await use("data", (api) => api.posts.delete(address));
  expect(cli("restore", "copy", ...ofPost, ...ofData)).toMatchObject({ out: "Added the draft hello\n" });
  const elsewhere = cli("restore", "all.jsonl", ...ofPost, "--storage", "lmdb:none");
  expect(elsewhere).toMatchObject({ code: 1, error: containing("There is no store at lmdb:") });
  expect(existsSync(join(directory, "none"))).toBe(false);
});

it("restores webhooks, and pauses them on request", async () => {
  await fill();
  expect(cli("backup", "all.jsonl", ...ofData)).toMatchObject({ code: 0 });
  for (const [status, ...flags] of [["enabled"], ["paused", "--pause-webhooks"]] as const) {
    expect(cli("restore", "all.jsonl", "--storage", `lmdb:${status}`, ...flags)).toMatchObject({ code: 0 });
    await use(status, async (api) => {
      const { webhooks } = await api.webhooks.list("acme");
      expect(webhooks).toMatchObject([{ url: "https://site.example/", status }]);
    });
  }
});

it("refuses flags that have no effect together", () => {
  for (const [flags, message] of [
    [["--post", "a"], "--post needs --org"],
    [["--org", "acme"], "--org needs --post"],
    [[...ofPost, "--pause-webhooks"], "one post has no webhooks"],
    [["--verify", "--pause-webhooks"], "--verify writes nothing"],
    [["--verify", ...ofPost], "--verify writes nothing"],
  ] as const) {
    expect(cli("restore", "all.jsonl", ...flags)).toMatchObject({ code: 2, error: containing(message) });
  }
});
