import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { countWholePosts, hasPosts, withLmdb } from "./lmdb_posts.ts";
import { failure, type Ran } from "./run_command.ts";
import { postern, runPostern, startPostern } from "./start_process.ts";

const posts = 1200;
const directory = scratchDirectory();
const inDirectory = (name: string): string => join(directory, name);

const cli = (line: string, input = ""): Ran => runPostern(line, { cwd: directory, input });

/** Starts a command, and kills it when it has written something. */
async function kill(line: string, hasBegun: () => Promise<boolean>): Promise<boolean> {
  const command = startPostern(line, { cwd: directory });
  while (command.child.exitCode === null && !(await hasBegun())) await pause(2);
  command.child.kill("SIGKILL");
  await command.exit;
  return command.child.signalCode === "SIGKILL";
}

/** Returns the number of moved posts, all unchanged. */
async function countMoved(name: string): Promise<number> {
  return countWholePosts(inDirectory(name), async ({ slug, html }, api) => {
    expect(html).toBe(`<h2>Which one?</h2><p>Number ${slug.slice(5)}</p>`);
    expect(await api.posts.revisions({ organizationSlug: "acme", slug })).toHaveLength(1);
  });
}

let key = "";

beforeAll(async () => {
  await withLmdb(inDirectory("data"), async (api) => {
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const { id: userId } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    ({ key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "site" }));
    const numbers = Array.from({ length: posts }, (_, index) => index + 1);
    const create = async (number: number): Promise<unknown> =>
      api.posts.create("acme", {
        name: `Post ${number}`,
        html: `<h2>Which one?</h2><p>Number ${number}</p>`,
      });
    await Promise.all(numbers.map(create));
  });
}, 120_000);

const records = posts + 1 + 2 + 1 + 1 + 1;
/** The events of the posts, the member and the key. */
const left = `; left behind: logged events (${posts + 2})`;
const exportIt = "export --storage lmdb:data --with-hashes --out";

describe("an export by the command line", () => {
  it("is a file that only its owner can read, or the standard output", () => {
    writeFileSync(inDirectory("all.ndjson"), "old", { mode: 0o644 });
    const ran = cli(`${exportIt} all.ndjson`);
    expect(ran).toMatchObject({ code: 0, out: `Exported ${records} records to all.ndjson${left}\n` });
    expect(statSync(inDirectory("all.ndjson")).mode & 0o777).toBe(0o600);
    const text = readFileSync(inDirectory("all.ndjson"), "utf8");
    const piped = cli(`${exportIt} -`);
    expect(piped.error).toBe(`Exported ${records} records${left}\n`);
    expect(piped.out.split("\n").slice(1)).toEqual(text.split("\n").slice(1));
    expect(existsSync(inDirectory("all.ndjson.partial"))).toBe(false);
  });

  it("ends quietly when its reader ends, and names a file that it cannot write", () => {
    const shell = (line: string): string =>
      execFileSync("bash", ["-c", `set -o pipefail; ${line}`], { cwd: directory, encoding: "utf8" });
    const command = `'${process.execPath}' '${postern}' export --storage lmdb:data`;
    expect(shell(`${command} 2>&1 | head -1`)).toMatch(/^{"type":"header".*}\n$/);
    const full = cli(`${exportIt} /dev/full`);
    expect(full).toEqual(failure("Cannot write /dev/full: ENOSPC: no space left on device, write"));
    expect(shell(`${command} 2>&1 >/dev/full || echo $?`)).toMatch(
      /^postern: Cannot write to the standard output: .*ENOSPC.*\n1\n$/,
    );
    const none = cli(`${exportIt} none/all.ndjson`);
    expect(none.code).toBe(1);
    expect(none.error).toMatch(/^postern: Cannot write none\/all\.ndjson: ENOENT/);
    expect(cli(`${exportIt} x.ndjson --org nobody`)).toEqual(
      failure('Cannot export: there is no organization "nobody"'),
    );
    expect(existsSync(inDirectory("x.ndjson"))).toBe(false);
  });
});

describe("an import by the command line", () => {
  it("shows the changes, makes them, and changes nothing the second time", () => {
    const importIt = "import all.ndjson --storage fs:files --json";
    const dry = JSON.parse(cli(`${importIt} --dry-run`).out) as object;
    expect(dry).toMatchObject({ created: records, types: { post: { created: posts } } });
    const text = readFileSync(inDirectory("all.ndjson"), "utf8").split("\n");
    const few = [...text.slice(0, 4), ...text.slice(posts + 2, -2), '{"type":"end","records":8}'].join("\n");
    expect(cli("import - --storage fs:files", few)).toMatchObject({
      code: 0,
      out: "created 8, updated 0, unchanged 0 (organization 1, post 2, audit 2, key 1, member 1, user 1)\n",
    });
    expect(cli("import - --storage fs:files", few).out).toContain("created 0, updated 0, unchanged 8");
  });

  it("is refused completely, with the line number and a hint to the other import", () => {
    const text = readFileSync(inDirectory("all.ndjson"), "utf8");
    writeFileSync(inDirectory("broken.ndjson"), text.replace('"Post 700"', "7"));
    writeFileSync(inDirectory("short.ndjson"), text.slice(0, -100));
    writeFileSync(inDirectory("wp.xml"), '<?xml version="1.0"?><rss xmlns:wp="x"></rss>');
    const run = (file: string): Ran => cli(`import ${file} --storage lmdb:broken`);
    const line = text.split("\n").findIndex((record) => record.includes('"Post 700"')) + 1;
    expect(run("broken.ndjson")).toEqual(failure(`Cannot import line ${line}: /post/name must be a string`));
    expect(run("short.ndjson").error).toMatch(/^postern: Cannot import line \d+: it is not valid JSON/);
    expect(run("wp.xml").error).toBe(
      "postern: Cannot import line 1: it is not the first line of an export of Postern. To import posts " +
        'from WordPress, Ghost, Markdown or a feed, run "postern post import wp.xml"\n',
    );
    expect(run("none.ndjson").error).toBe("postern: Cannot import none.ndjson: there is no such file\n");
    expect(existsSync(inDirectory("broken"))).toBe(false);
  });
});

describe("a killed command", () => {
  it("leaves no export, or the earlier export", async () => {
    const partial = inDirectory("all.ndjson.partial");
    const before = readFileSync(inDirectory("all.ndjson"), "utf8");
    expect(await kill(`${exportIt} all.ndjson`, async () => existsSync(partial))).toBe(true);
    expect(readFileSync(inDirectory("all.ndjson"), "utf8")).toBe(before);
    expect(cli(`${exportIt} all.ndjson`).code).toBe(0);
    expect(existsSync(partial)).toBe(false);
  });

  it("leaves complete posts of an import, and another import finishes it", async () => {
    const importIt = "import all.ndjson --storage lmdb:imported";
    expect(await kill(importIt, () => hasPosts(inDirectory("imported")))).toBe(true);
    const found = await countMoved("imported");
    expect(found).toBeLessThan(posts);
    const again = cli(importIt);
    expect(again.out).toMatch(
      new RegExp(`^created \\d+, updated 0, unchanged \\d+ \\(organization 1, post ${posts},`),
    );
    expect(await countMoved("imported")).toBe(posts);
    expect(cli(importIt).out).toContain(`created 0, updated 0, unchanged ${records} `);
  });

  it("leaves a target that only the same migration can finish", async () => {
    const migrateIt = "migrate lmdb:data lmdb:copy";
    expect(await kill(migrateIt, () => hasPosts(inDirectory("copy")))).toBe(true);
    expect(cli("org list --storage lmdb:copy")).toMatchObject({
      code: 0,
      error: expect.stringMatching(
        /^postern: the store may be incomplete: .* has not finished\. Run "postern migrate lmdb:\S+data lmdb:copy" again\n$/,
      ) as string,
    });
    expect(await countMoved("copy")).toBeLessThan(posts);
    expect(cli("migrate lmdb:imported lmdb:copy")).toMatchObject({
      code: 1,
      error: expect.stringMatching(
        /^postern: Cannot migrate: a migration from lmdb:\S+data, started at/,
      ) as string,
    });
    expect(cli(migrateIt).out).toMatch(
      new RegExp(
        `^copied \\d+ records, \\d+ were already there; compared ${records}: both stores hold them; left behind: logged events \\(\\d+\\)\n$`,
      ),
    );
    expect(await countMoved("copy")).toBe(posts);
    expect(cli(migrateIt).error).toMatch(/^postern: Cannot migrate: the target is not empty/);
    const status = await withLmdb(inDirectory("copy"), async (api) => {
      const request = new Request("http://localhost/api/public/v1/post/acme/post-1", {
        headers: { "x-api-key": key },
      });
      return (await api.fetch(request)).status;
    });
    expect(status).toBe(200);
  });
});
