import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, UnknownSchemaVersionError } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { views } from "../../storage-drivers/postgres/sql/views.ts";
import { loadSqlite } from "../../storage-drivers/sqlite/load_sqlite.ts";
import type { SqliteDatabase, SqlRow } from "../../storage-drivers/sqlite/sqlite_database.ts";
import { sqliteDriver } from "../../storage-drivers/sqlite.ts";
import { programIsMissing } from "../program_is_missing.ts";
import { mountSmallDisk, smallDiskIsMissing } from "../faults/small_disk.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { publishPost } from "./_publish_post.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

const creator = fileURLToPath(new URL("_creating_worker.mjs", import.meta.url));
let directory: string;
let path: string;

beforeEach(() => {
  directory = scratchDirectory();
  path = join(directory, "data.db");
});

const open = (file = path): AtomicDriver => closedAfterUse(sqliteDriver({ path: file }));

/** Uses the file as a person does, with a connection of its own. */
function beside<Result>(action: (database: SqliteDatabase) => Result): Result {
  const database = loadSqlite().open(path, { readOnly: false });
  try {
    return action(database);
  } finally {
    database.close();
  }
}

const query = (sql: string): SqlRow[] => beside((database) => database.prepare(sql).all());
const change = (sql: string): unknown => beside((database) => database.exec(sql));

async function slugsIn(driver: AtomicDriver): Promise<string[]> {
  const slugs: string[] = [];
  for await (const { slug } of createPublicApi({ storage: driver }).posts.iterate("acme")) slugs.push(slug);
  return slugs;
}

describe.skipIf(sqliteIsMissing())("a store in SQLite", () => {
  it("is one file when it is closed, and has a log while it is open", async () => {
    const driver = open();
    await publishPost(createPublicApi({ storage: driver }));
    expect(readdirSync(directory).toSorted()).toEqual(["data.db", "data.db-shm", "data.db-wal"]);
    await driver.dispose?.();
    expect(readdirSync(directory)).toEqual(["data.db"]);
  });

  it("shows people the views of PostgreSQL", async () => {
    await publishPost(createPublicApi({ storage: open() }));
    for (const [, name = "", body = ""] of views("s").matchAll(
      /create view s\.(\w+) as\nselect\n(.*?)\nfrom s\.record,/gs,
    )) {
      const columns = [...body.matchAll(/^ {2}(?! )(?:.* as (\w+)|(data)),?$/gm)].map(
        ([, one, other]) => one ?? other,
      );
      expect(columns.length).toBeGreaterThan(4);
      expect(query(`select name from pragma_table_info('${name}')`).map((row) => row["name"])).toEqual(
        columns,
      );
    }
    expect(query("select organization, id, slug, name, status, html from posts")).toEqual([
      {
        organization: "acme",
        id: 1,
        slug: "hello",
        name: "Hello",
        status: "published",
        html: "<p>Hello</p>",
      },
    ]);
    expect(query("select slug, site_url from organizations")).toEqual([
      { slug: "acme", site_url: "https://acme.example" },
    ]);
  });

  it("reads a record that a person has changed, without its checksum", async () => {
    const driver = open();
    await driver.atomic.commit("p", { sets: [{ key: "a", value: { is: "first" } }] });
    change(`update record set value = '{"is":"changed"}', checksum = null, version = 'mine' where key = 'a'`);
    const [record] = await driver.atomic.getMany([{ partition: "p", key: "a" }]);
    expect(record).toEqual({ key: "a", value: { is: "changed" }, version: "mine" });
  });

  it("refuses values of other types in its tables", () => {
    open();
    expect(() => change("insert into counter values ('p', 'k', null, 'v', 'many')")).toThrow(/REAL|real/);
  });

  it("refuses a file that a later version of Postern wrote", async () => {
    await open().dispose?.();
    change("pragma user_version = 99");
    expect(() => sqliteDriver({ path })).toThrow(UnknownSchemaVersionError);
  });

  it("is not whole in a copy of the open file alone", async () => {
    await publishPost(createPublicApi({ storage: open() }));
    const copy = join(directory, "copy.db");
    copyFileSync(path, copy);
    const wrong = open(copy);
    expect(await wrong.atomic.list("org!acme", { limit: 1 })).toEqual([]);
    await wrong.dispose?.();
  });

  it.skipIf(programIsMissing({ command: "sqlite3", install: "sqlite3" }))(
    "is copied by the program sqlite3 while it is open",
    async () => {
      await publishPost(createPublicApi({ storage: open() }));
      const copy = join(directory, "copy.db");
      execFileSync("sqlite3", [path, `.backup '${copy}'`]);
      expect(await slugsIn(open(copy))).toEqual(["hello"]);
      expect(execFileSync("sqlite3", [path, "select slug from posts"], { encoding: "utf8" })).toBe("hello\n");
    },
  );

  it("has nothing of deleted records after a compaction", async () => {
    const driver = sqliteDriver({ path });
    const texts = (): boolean[] =>
      [path, `${path}-wal`].map((file) => readFileSync(file).includes("confidential"));
    const value = { text: "confidential ".repeat(10_000) };
    await driver.atomic.commit("p", {
      sets: [
        { key: "a", value },
        { key: "b", value: {} },
      ],
    });
    await driver.atomic.commit("p", { deletes: ["a"] });
    expect(texts()).toContain(true);
    const { bytesBefore, bytesAfter } = await driver.compact();
    expect(bytesAfter).toBeLessThan(bytesBefore);
    expect(texts()).toEqual([false, false]);
    expect(await driver.atomic.list("p", { limit: 9 })).toMatchObject([{ key: "b" }]);
    await driver.dispose?.();
  });

  it.skipIf(smallDiskIsMissing())(
    "on a full disk refuses commits that do not fit, and keeps working",
    async () => {
      const disk = mountSmallDisk("4m");
      releaseAfterUse(disk.remove);
      path = join(disk.path, "data.db");
      const driver = open();
      const put = async (key: string, length: number): Promise<unknown> =>
        driver.atomic.commit("p", { sets: [{ key, value: { text: "x".repeat(length) } }] });
      await put("a", 10);
      const isFull = { code: "SQLITE_FULL", isRefusal: true };
      await expect(put("b", 5_000_000)).rejects.toMatchObject(isFull);
      await expect(put("c", 5_000_000)).rejects.toMatchObject(isFull);
      await put("d", 10);
      await driver.dispose?.();
      const records = await open().atomic.list("p", { limit: 9 });
      expect(records.map(({ key }) => key)).toEqual(["a", "d"]);
    },
  );

  it("that was replaced leaves the log of the new store in its place when it is closed", async () => {
    const replaced = open();
    await replaced.atomic.commit("p", { sets: [{ key: "a", value: {} }] });
    for (const end of ["", "-wal", "-shm"]) renameSync(path + end, join(directory, `aside${end}`));
    const current = open();
    await current.atomic.commit("p", { sets: [{ key: "b", value: {} }] });
    await expect(async () => replaced.atomic.getMany([{ partition: "p", key: "none" }])).rejects.toThrow(
      `the store at ${path} was replaced`,
    );
    await replaced.dispose?.();
    expect(existsSync(`${path}-wal`)).toBe(true);
    expect(query("select key from record where partition = 'p'")).toEqual([{ key: "b" }]);
  });

  it("is created once by processes that start together", async () => {
    if (!existsSync("dist/storage-drivers/sqlite.js")) throw new Error("Build first: npm run build");
    const workers = Array.from({ length: 3 }, () => fork(creator));
    const answers = async (): Promise<unknown[]> =>
      Promise.all(workers.map(async (worker) => ((await once(worker, "message")) as unknown[])[0]));
    for (let store = 0; store < 20; store++) {
      const opened = answers();
      for (const worker of workers) worker.send(join(directory, String(store), "data.db"));
      const ids = await opened;
      expect(new Set(ids).size).toBe(1);
      expect(ids[0]).toMatch(/^[a-z2-7]{26}$/);
    }
    for (const worker of workers) worker.disconnect();
  });
});
