import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Clock, systemClock } from "../../lib/base/time/clock.ts";
import { createPublicApi } from "../../lib/mod.ts";
import type { AtomicDriver, Versioned } from "../../lib/store/mod.ts";
import {
  exportLines,
  exportRecords,
  restoreStore,
  type TransferRecord,
  verifyBackup,
} from "../../lib/moving/entry.ts";
import { parseRecords } from "../../lib/moving/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { postern } from "../adapters/start_process.ts";
import { ManualClock } from "../manual_clock.ts";
import { temporaryDirectory } from "../temporary_directory.ts";
import { ask, fillMemory } from "./_filled_store.ts";
import { stores } from "./_stores.ts";
import { textWithoutChange } from "./_without_change.ts";
import { allOf } from "../async_items.ts";

const sourceName = "/backup.jsonl";
const writerScript = fileURLToPath(new URL("_post_writer.mjs", import.meta.url));
let directory: string;
let remove: () => void;

beforeEach(() => {
  ({ path: directory, remove } = temporaryDirectory());
});
afterEach(() => remove());

const inDirectory = (name: string): string => join(directory, name);

async function fileOf(storage: AtomicDriver, clock: Clock = new ManualClock()): Promise<string> {
  const lines = (await allOf(exportLines(storage, { withHashes: true, clock }))).map(({ text }) => text);
  return lines.join("");
}

async function* inParts(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += 1000) yield text.slice(start, start + 1000);
}

const readerOf = (file: string) => (): AsyncGenerator<TransferRecord> => parseRecords(inParts(file));

/** Returns the lines without the header, which contains the time. */
const contentOf = (file: string): string[] => file.split("\n").slice(1);

/** Returns the records of a file, without the times of changes: a restore is a change of each post. */
const unchanged = (file: string): string[] => contentOf(file).slice(0, -2).map(textWithoutChange);

describe.each(stores)("a backup into %s", (_name, open) => {
  it("restores every record, and a new backup has the same text", async () => {
    const { storage: source, keys, clock } = await fillMemory();
    const file = await fileOf(source, clock);
    const { storage, close } = await open(clock);
    try {
      const restored = await restoreStore(storage, readerOf(file), { sourceName, clock });
      expect(restored).toMatchObject({ isComplete: true, differences: [] });
      expect(restored.equal).toBe(restored.copied.created);
      expect(unchanged(await fileOf(storage, clock))).toEqual(unchanged(file));
      const api = createPublicApi({ storage, clock });
      expect((await ask(api, keys[0])).status).toBe(429);
      clock.advance(86_400_000);
      expect((await ask(api, keys[0])).status).toBe(200);
    } finally {
      await close();
    }
  });
});

describe("a backup", () => {
  it("of equal content differs in the time only, for any order of fields", async () => {
    const { storage: source, api, clock } = await fillMemory();
    const input = { name: "Same", html: "<p>Same</p>", slug: "same", description: "Same" };
    await api.posts.create("acme", input);
    const before = await fileOf(source, clock);
    clock.advance(1000);
    const after = await fileOf(source, clock);
    expect(contentOf(after)).toEqual(contentOf(before));
    expect(after).not.toBe(before);
    const post = before.split("\n").find((line) => line.includes('"slug":"same"')) ?? "";
    const names = Object.keys((JSON.parse(post) as { post: object }).post);
    expect(names).toEqual(names.toSorted());
  });

  it("is rejected before anything is written, if a letter was changed or a line is missing", async () => {
    const { storage: source, clock } = await fillMemory();
    const file = await fileOf(source, clock);
    const lines = file.trimEnd().split("\n");
    const damaged = [
      [file.replace("It is.", "It isn't."), "their checksum differs"],
      [file.replace('"lastPostId":8', '"lastPostId":9'), "their checksum differs"],
      [file.slice(0, -200), "Cannot import line"],
      [lines.slice(0, -1).join("\n"), "without its last"],
      [[...lines.slice(0, 4), ...lines.slice(5)].join("\n"), "or some are missing: their checksum differs"],
    ] as const;
    for (const [text, reason] of damaged) {
      expect(text).not.toBe(file);
      const target = memoryDriver({ clock });
      await expect(restoreStore(target, readerOf(text), { sourceName, clock })).rejects.toThrow(reason);
      await expect(verifyBackup(readerOf(text)())).rejects.toThrow(reason);
      expect(await target.atomic.list("organizations", { limit: 1 })).toEqual([]);
      expect(await target.atomic.list("store", { limit: 1 })).toEqual([]);
    }
  });

  it("is rejected if the store is not empty, or the hashes of keys are missing", async () => {
    const { storage: source, clock } = await fillMemory();
    const read = readerOf(await fileOf(source, clock));
    await expect(restoreStore(source, read, { sourceName, clock })).rejects.toThrow("the store is not empty");
    const withoutHashes = (): AsyncGenerator<TransferRecord> => exportRecords(source, { clock });
    await expect(restoreStore(memoryDriver(), withoutHashes, { sourceName, clock })).rejects.toThrow(
      "the backup lacks the hashes of keys",
    );
  });

  it("continues an interrupted restore", async () => {
    const { storage: source, clock } = await fillMemory();
    const read = readerOf(await fileOf(source, clock));
    const target = memoryDriver({ clock });
    const stopping = new AbortController();
    const stopped = await restoreStore(target, read, {
      sourceName,
      clock,
      concurrency: 1,
      signal: stopping.signal,
      onProgress: ({ records }) => records === 5 && stopping.abort(),
    });
    expect(stopped.isComplete).toBe(false);
    await expect(restoreStore(target, read, { sourceName: "/other.jsonl", clock })).rejects.toThrow(
      "has not finished",
    );
    expect(await restoreStore(target, read, { sourceName, clock })).toMatchObject({ isComplete: true });
    await expect(restoreStore(target, read, { sourceName, clock })).rejects.toThrow("is not empty");
  });
});

describe("a copy of LMDB's files", () => {
  it("has the latest state, also after a restart of the machine", async () => {
    const storage = lmdbDriver({ path: inDirectory("data") });
    await storage.atomic.commit("partition", { sums: [{ key: "sum", add: 3, expiresAt: 4e12 }] });
    const copied = new AbortController();
    const writing = (async () => {
      for (let number = 0; !copied.signal.aborted; number++) {
        const value = { text: `${number}`.repeat(900) };
        await storage.atomic.commit("partition", { sets: [{ key: `key${number % 7}`, value }] });
      }
    })();
    const copies = Array.from({ length: 8 }, (_, index) => inDirectory(`copy${index}`));
    for (const copy of copies) await storage.copyTo(copy);
    copied.abort();
    await writing;
    await storage.dispose?.();
    for (const path of copies) {
      const { before, after, version, last } = await restart(path);
      expect(after).toEqual(before);
      expect(version).toBeGreaterThan(last);
      expect(readdirSync(path).filter((name) => name.includes("damaged"))).toEqual([]);
      expect(statSync(path).mode & 0o777).toBe(0o700);
      expect(statSync(join(path, "data.mdb")).mode & 0o777).toBe(0o600);
    }
  });

  interface Restarted {
    before: Versioned[];
    after: Versioned[];
    /** Version numbers of a new commit, and of the latest commit in the copy. */
    version: number;
    last: number;
  }

  /** Opens a copy as if the machine had restarted, and commits to it. */
  async function restart(path: string): Promise<Restarted> {
    const before = await recordsIn(lmdbDriver({ path, readOnly: true }));
    for (const file of ["data.mdb", "counters/data.mdb"]) asOfAnotherStart(join(path, file));
    const copy = lmdbDriver({ path });
    const commit = await copy.atomic.commit("partition", { sets: [{ key: "new", value: {} }] });
    await copy.atomic.commit("partition", { deletes: ["new"] });
    const versions = before.map(({ version }) => Number.parseInt(version, 10));
    return {
      before,
      after: await recordsIn(copy),
      version: commit.committed ? Number.parseInt(commit.version, 10) : 0,
      // The last record is the counter, whose version has a different form.
      last: Math.max(...versions.slice(0, -1)),
    };
  }

  async function recordsIn(storage: AtomicDriver): Promise<Versioned[]> {
    const records = await storage.atomic.list("partition", { limit: 100 });
    await storage.dispose?.();
    return records;
  }
});

/** Changes an LMDB file as if the machine had restarted. */
function asOfAnotherStart(file: string): void {
  const bytes = readFileSync(file);
  for (const page of [0, 4096]) bytes.writeBigInt64LE(1234n, page + 160);
  writeFileSync(file, bytes);
}

describe("the commands backup and restore", () => {
  interface Ran {
    code: number | null;
    out: string;
    error: string;
  }

  function cli(...args: string[]): Ran {
    const { status, stdout, stderr } = spawnSync(process.execPath, [postern, ...args], {
      cwd: directory,
      encoding: "utf8",
    });
    return { code: status, out: stdout, error: stderr };
  }

  async function fill(): Promise<void> {
    const storage = lmdbDriver({ path: inDirectory("data") });
    const api = createPublicApi({ storage });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    for (let number = 0; number < 20; number++) await api.posts.create("acme", { name: `Post ${number}` });
    await storage.dispose?.();
  }

  const ofData = ["--storage", "lmdb:data"];

  it("write a file, plain or compressed, verify it, and restore it into a different store", async () => {
    await fill();
    expect(cli("backup", "all.jsonl", ...ofData)).toMatchObject({
      code: 0,
      out: "Backed up 21 records to all.jsonl; left behind: logged events (20)\n",
    });
    expect(cli("backup", "all.jsonl.gz", ...ofData)).toMatchObject({ code: 0 });
    const plain = readFileSync(inDirectory("all.jsonl"), "utf8");
    const unpacked = gunzipSync(readFileSync(inDirectory("all.jsonl.gz"))).toString("utf8");
    expect(contentOf(unpacked)).toEqual(contentOf(plain));
    expect(readdirSync(directory).filter((name) => name.endsWith(".partial"))).toEqual([]);
    const verified = cli("restore", "--verify", "all.jsonl.gz");
    expect(verified).toMatchObject({ code: 0, error: "" });
    expect(verified.out).toMatch(
      /^all\.jsonl\.gz is complete: 21 records of .*, and its checksum matches\n$/,
    );
    expect(cli("restore", "all.jsonl.gz", "--storage", "fs:files")).toMatchObject({
      code: 0,
      out: "restored 21 records, 0 were already there; compared 21: the store holds the same records as the backup; left behind: logged events (20)\n",
    });
    expect(cli("restore", "all.jsonl", "--storage", "fs:files")).toMatchObject({
      code: 1,
      error: expect.stringContaining("the store is not empty") as string,
    });
    expect(cli("backup", "again.jsonl", "--storage", "fs:files")).toMatchObject({ code: 0 });
    const again = readFileSync(inDirectory("again.jsonl"), "utf8");
    expect(unchanged(again)).toEqual(unchanged(plain));
  });

  it("copy an LMDB directory, verify it and restore it", async () => {
    await fill();
    expect(cli("backup", "copy", ...ofData)).toMatchObject({
      code: 0,
      out: "Backed up 21 records to copy\n",
    });
    expect(readdirSync(inDirectory("copy"))).toEqual(["counters", "data.mdb"]);
    expect(cli("restore", "--verify", "copy")).toMatchObject({
      code: 0,
      out: "copy is complete: 21 records\n",
    });
    expect(cli("restore", "copy", "--storage", "lmdb:restored")).toMatchObject({ code: 0 });
    expect(cli("backup", "copy", ...ofData)).toMatchObject({
      code: 1,
      error: "postern: Cannot back up to copy: it exists, and is not an empty directory\n",
    });
  });

  it("reject files that are damaged, missing or not a backup", async () => {
    await fill();
    cli("backup", "all.jsonl.gz", ...ofData);
    const bytes = readFileSync(inDirectory("all.jsonl.gz"));
    writeFileSync(inDirectory("cut.jsonl.gz"), bytes.subarray(0, bytes.length - 40));
    const plain = gunzipSync(bytes).toString("utf8");
    writeFileSync(inDirectory("changed.jsonl"), plain.replace("Post 7", "Past 7"));
    expect(cli("restore", "--verify", "cut.jsonl.gz")).toMatchObject({
      code: 1,
      error: "postern: Cannot restore cut.jsonl.gz: unexpected end of file\n",
    });
    expect(cli("restore", "changed.jsonl", "--storage", "fs:files")).toMatchObject({
      code: 1,
      error: expect.stringContaining(
        "Cannot restore changed.jsonl: line 23: the lines before it were changed",
      ) as string,
    });
    expect(cli("import", "changed.jsonl", "--storage", "fs:files")).toMatchObject({ code: 1 });
    expect(cli("restore", "none.jsonl")).toMatchObject({ code: 1 });
    mkdirSync(inDirectory("empty"));
    expect(cli("restore", "--verify", "empty")).toMatchObject({ code: 1 });
    cli(
      "org",
      "create",
      "acme",
      "--name",
      "Acme",
      "--site-url",
      "https://acme.example",
      "--storage",
      "fs:files",
    );
    expect(cli("backup", "files-copy", "--storage", "fs:files")).toMatchObject({ code: 2 });
    expect(existsSync(inDirectory("none.jsonl"))).toBe(false);
  });
});

describe("a backup of LMDB while four processes write", () => {
  const path = (): string => inDirectory("data");

  it("is a snapshot, and a restore has the same records", async () => {
    const storage = lmdbDriver({ path: path() });
    const api = createPublicApi({ storage, rateLimit: { perDay: 1_000_000 } });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const { id: userId } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "site" });
    const writers = Array.from({ length: 4 }, (_, writer) => fork(writerScript, [path(), `${writer}`, key]));
    const done = writers.map(() => 0);
    writers.forEach((writer, index) => writer.on("message", (number) => (done[index] = Number(number))));
    try {
      for (let round = 0; round < 3; round++) {
        const goal = done.map((number) => number + 5);
        await Promise.all(
          writers.map(async (writer, index) =>
            reached(writer, () => (done[index] ?? 0) >= (goal[index] ?? 0)),
          ),
        );
        const acknowledged = [...done];
        await storage.copyTo(inDirectory(`copy${round}`));
        const file = await fileOf(storage, systemClock);
        for (const text of [await fileOfCopy(inDirectory(`copy${round}`)), file]) {
          expect((await restoredPosts(text)).map(textWithoutChange)).toEqual(
            postsOf(text).map(textWithoutChange),
          );
          expectNoGaps(text, acknowledged);
        }
      }
    } finally {
      for (const writer of writers) writer.send("stop");
      await Promise.all(writers.map(async (writer) => once(writer, "exit")));
      await storage.dispose?.();
    }
  });

  async function reached(writer: ChildProcess, hasReached: () => boolean): Promise<void> {
    while (!hasReached()) await once(writer, "message");
  }

  async function fileOfCopy(copy: string): Promise<string> {
    const storage = lmdbDriver({ path: copy, readOnly: true });
    const text = await fileOf(storage, systemClock);
    await storage.dispose?.();
    return text;
  }

  async function restoredPosts(file: string): Promise<string[]> {
    const target = memoryDriver();
    const restored = await restoreStore(target, readerOf(file), { sourceName });
    expect(restored).toMatchObject({ isComplete: true, differences: [] });
    return postsOf(await fileOf(target, systemClock));
  }

  const postsOf = (file: string): string[] =>
    file.split("\n").filter((line) => line.startsWith('{"type":"post"'));

  /** Checks that no post of a writer is missing before its last post. The last post is at least the last acknowledged one. */
  function expectNoGaps(file: string, acknowledged: number[]): void {
    const numbers = acknowledged.map((): number[] => []);
    for (const line of postsOf(file)) {
      const { post } = JSON.parse(line) as { post: { name: string } };
      const [, writer, number] = /^Writer (\d) (\d+)$/.exec(post.name) ?? [];
      numbers[Number(writer)]?.push(Number(number));
    }
    numbers.forEach((found, writer) => {
      const sorted = found.toSorted((one, other) => one - other);
      expect(sorted).toEqual(sorted.map((_, index) => index + 1));
      expect(sorted.length).toBeGreaterThanOrEqual(acknowledged[writer] ?? 0);
    });
  }
});
