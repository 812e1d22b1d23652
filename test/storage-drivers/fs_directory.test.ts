import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AtomicDriver, encodeKey } from "../../lib/store/mod.ts";
import { DirectoryLockedError, fsDriver } from "../../storage-drivers/fs.ts";
import { ManualClock } from "../manual_clock.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

const acme = encodeKey(["org", "acme"]);

describe("a store of files", () => {
  const clock = new ManualClock();
  let path: string;
  let driver: AtomicDriver | undefined;

  const open = (): AtomicDriver => (driver = fsDriver({ path, clock, durability: "process-crash" }));
  const close = async (): Promise<void> => {
    await driver?.dispose?.();
    driver = undefined;
  };
  const work = (name: string): string => join(path, ".postern", name);
  const set = async (...keys: string[]): Promise<void> => {
    await driver?.atomic.commit(acme, { sets: keys.map((key) => ({ key, value: { key } })) });
  };
  const isOwn = (name: string): boolean => name.startsWith(".postern") || name === "@1/store/identity.json";
  const fileNames = (): string[] =>
    readdirSync(path, { recursive: true, encoding: "utf8" }).filter(
      (name) => !isOwn(name) && statSync(join(path, name)).isFile(),
    );

  beforeEach(() => {
    path = scratchDirectory();
    open();
  });
  afterEach(close);

  it("can be browsed: parts are directories, and a record is pretty-printed JSON", async () => {
    await set(encodeKey(["post", "hello"]), encodeKey(["post", "hello", "html"]));
    await driver?.atomic.commit("alone", { sets: [{ key: "a", value: {} }] });
    const files = ["@1/alone/a.json", "org/acme/post/hello.json", "org/acme/post/hello/html.json"];
    expect(fileNames().toSorted()).toEqual(files);
    const text = readFileSync(join(path, "org/acme/post/hello.json"), "utf8");
    expect(text).toMatch(
      /^\{\n {2}"version": "1-[\da-f]{8}-1",\n {2}"value": \{\n {4}"key": "post!hello"\n {2}\},\n {2}"checksum": "[\da-f]{8}"\n\}\n$/,
    );
    expect(readFileSync(work(".gitignore"), "utf8")).toBe("*\n");
  });

  it("uses no file name that a file system reserves or confuses with another name", async () => {
    const parts = [
      "CON",
      "con",
      "aux.txt",
      "com1",
      "lpt9",
      "..",
      ".",
      ".git",
      "",
      "a.",
      "a ",
      "A",
      "a",
      "é",
      "x:y",
    ];
    for (const part of parts) await set(encodeKey([part]), encodeKey([part, part]));
    const names = new Set(fileNames().flatMap((name) => name.split("/")));
    for (const name of names) {
      expect(name).toMatch(/^[a-z0-9@_~+-][a-z0-9@_~+.-]*$/);
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/);
      expect(name).not.toMatch(/\.$/);
    }
    await close();
    const records = await open().atomic.list(acme, { limit: 100 });
    expect(records.map(({ key }) => key)).toEqual(
      parts.flatMap((part) => [encodeKey([part]), encodeKey([part, part])]).toSorted(),
    );
  });

  it("refuses names that leave the directory", async () => {
    for (const key of ["../x", "/x", "a/b", "A", "a\0", "x".repeat(300)]) {
      await expect(driver?.atomic.commit(acme, { sets: [{ key, value: {} }] })).rejects.toThrow(RangeError);
    }
    expect(fileNames()).toEqual([]);
  });

  it("reads only the files of the requested page", async () => {
    await set("a", "b", "c");
    await close();
    writeFileSync(join(path, "org/acme/c.json"), "{ half");
    writeFileSync(join(path, "org/acme/README.md"), "Notes of a person");
    writeFileSync(join(path, `org/acme/${"long".repeat(61)}.json`), "Notes of a person");
    open();
    const page = await driver?.atomic.list(acme, { limit: 2 });
    expect(page?.map(({ key }) => key)).toEqual(["a", "b"]);
    await expect(driver?.atomic.list(acme, { limit: 3 })).rejects.toThrow(
      `Cannot read the record at ${join(path, "org/acme/c.json")}: it is not JSON`,
    );
  });

  it("removes empty directories, and expired records", async () => {
    await set("x!y!z");
    await driver?.atomic.commit(acme, { deletes: ["x!y!z"] });
    expect(existsSync(join(path, "org"))).toBe(false);
    const expiresAt = clock.now() + 1000;
    await driver?.atomic.commit(acme, { sets: [{ key: "brief", value: {}, expiresAt }] });
    await close();
    clock.advance(86_400_000);
    open();
    await set("a");
    expect(fileNames()).toEqual(["org/acme/a.json"]);
    clock.advance(2000);
    await set("b");
    expect(readdirSync(work("expiring"))).toEqual([]);
  });

  it("removes an expired record, also if it was deleted after its expiry", async () => {
    await driver?.atomic.commit(acme, {
      sets: [{ key: "brief", value: {}, expiresAt: clock.now() + 1000 }],
    });
    clock.advance(2000);
    await driver?.atomic.commit(acme, { sets: [{ key: "a", value: {} }], deletes: ["brief"] });
    clock.advance(86_400_000);
    await set("b");
    expect(fileNames().toSorted()).toEqual(["org/acme/a.json", "org/acme/b.json"]);
  });

  describe("its lock", () => {
    const lock = (): string => work("lock.json");
    const writeLock = (holder: object): void => writeFileSync(lock(), JSON.stringify(holder));

    it("is released at the end, and refuses a second opening until then", async () => {
      expect(() => fsDriver({ path })).toThrow(DirectoryLockedError);
      expect(() => fsDriver({ path })).toThrow(
        `Cannot open the store: ${path} is locked by process ${process.pid}`,
      );
      await close();
      expect(existsSync(lock())).toBe(false);
    });

    it("is taken over from a dead process, also if its id was reused", async () => {
      await close();
      const host = hostname();
      const dead = [
        { pid: 2 ** 22 + 1, host },
        ...(process.platform === "linux" ? [{ pid: process.pid, host, started: "1" }] : []),
        ...(process.platform === "linux" ? [{ pid: process.pid, host, boot: "another" }] : []),
      ];
      for (const holder of dead) {
        writeLock(holder);
        expect(open).not.toThrow();
        await close();
      }
    });

    it("is not taken over from a process of another host, or from an unknown holder", async () => {
      await close();
      writeLock({ pid: 1, host: "elsewhere" });
      expect(open).toThrow(`is locked by process 1 of the host elsewhere. Remove ${lock()} if`);
      writeFileSync(lock(), "");
      expect(open).toThrow(
        `is locked by an unknown process. Remove ${lock()} if no process uses the directory`,
      );
    });

    it("stops commits when it was removed", async () => {
      renameSync(lock(), `${lock()}.old`);
      await expect(set("a")).rejects.toThrow(`Cannot write to the store: the lock of ${path} was removed`);
    });
  });

  describe("at its start", () => {
    const record = `{ "version": "old", "value": {} }`;

    it("finishes a commit whose intent is complete, any number of times", async () => {
      await set("a", "gone", "kept");
      await close();
      const gone = JSON.parse(readFileSync(join(path, "org/acme/gone.json"), "utf8")) as { version: string };
      for (let time = 0; time < 2; time++) {
        writeFileSync(work("pending/1.json"), record);
        const changes = [
          { file: "org/acme/new/deep.json", from: ".postern/pending/1.json" },
          { file: "org/acme/a.json", from: ".postern/pending/moved-already.json" },
          { file: "org/acme/gone.json", version: gone.version },
          { file: "org/acme/kept.json", version: "an older one" },
        ];
        writeFileSync(work("pending/intent.json"), JSON.stringify({ changes }));
        const records = await open().atomic.list(acme, { limit: 10 });
        expect(records.map(({ key }) => key)).toEqual(["a", "kept", "new!deep"]);
        await close();
        expect(readdirSync(work("pending"))).toEqual([]);
      }
    });

    it.each([
      ["is half written", `{ "changes": [{ "file": "org/acme/new.json", "from": ".post`, record],
      [
        "names a file that is half written",
        JSON.stringify({ changes: [{ file: "org/acme/new.json", from: ".postern/pending/1.json" }] }),
        "{ half",
      ],
    ])("drops a commit whose intent %s", async (_name, intent, pending) => {
      await set("a");
      await close();
      writeFileSync(work("pending/1.json"), pending);
      writeFileSync(work("pending/intent.json"), intent);
      const records = await open().atomic.list(acme, { limit: 10 });
      expect(records.map(({ key }) => key)).toEqual(["a"]);
      expect(readdirSync(work("pending"))).toEqual([]);
    });

    it("creates other versions than a copy of the directory, and works without its epoch", async () => {
      await set("a");
      await close();
      rmSync(work("epoch.json"));
      open();
      const [before] = (await driver?.atomic.getMany([{ partition: acme, key: "a" }])) ?? [];
      await set("a");
      const [after] = (await driver?.atomic.getMany([{ partition: acme, key: "a" }])) ?? [];
      expect(after?.version).not.toBe(before?.version);
    });

    it("names the problem of an invalid directory and of an option", async () => {
      await close();
      writeFileSync(join(path, "file"), "");
      const file = join(path, "file");
      expect(() => fsDriver({ path: file })).toThrow("Cannot open the store: ");
      expect(() => fsDriver({ path: "" })).toThrow(RangeError);
      expect(() => fsDriver({ path, cacheCharacters: -1 })).toThrow(
        "Cannot open the store: cacheCharacters must be a whole number from 0 to 1073741824, and is -1",
      );
      mkdirSync(join(path, "sub"));
      const sub = fsDriver({ path: join(path, "sub") });
      await sub.dispose?.();
      await expect(sub.atomic.list("p", { limit: 1 })).rejects.toThrow("Cannot use the store: it is closed");
    });
  });
});
