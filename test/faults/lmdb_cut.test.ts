import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { open } from "lmdb";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { examine } from "../../adapters/standalone/doctor/examine.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { DamagedFileError, lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

const partition = "partition";
const expiresAt = Date.UTC(2100, 0, 1);
let path: string;
let file: string;
const original = scratchDirectory();

beforeAll(() => fill(original));
beforeEach(() => {
  path = scratchDirectory();
  file = join(path, "data.mdb");
});
afterEach(() => vi.restoreAllMocks());

/** Fills a store with records larger than a page, and closes it. */
async function fill(directory: string): Promise<void> {
  const storage = lmdbDriver({ path: directory });
  for (let number = 0; number < 300; number++) {
    const value = { text: "x".repeat(number * 40) };
    await storage.atomic.commit(partition, { sets: [{ key: `key${number}`, value }] });
  }
  await storage.atomic.commit(partition, { sums: [{ key: "counter", add: 1, expiresAt }] });
  await storage.dispose?.();
}

async function countRecords(): Promise<number> {
  const storage = lmdbDriver({ path });
  const records = await storage.atomic.list(partition, { limit: 10_000 });
  await storage.dispose?.();
  return records.length;
}

describe("a truncated LMDB file", () => {
  beforeEach(() => cpSync(original, path, { recursive: true }));

  it.each([0.99, 0.5, 0.1])("is refused with %s of its size, and the message has a remedy", (share) => {
    const { size } = statSync(file);
    const left = Math.floor((size * share) / 4096) * 4096;
    truncateSync(file, left);
    expect(() => lmdbDriver({ path })).toThrow(
      new DamagedFileError(file, `the file was cut short: it has ${left} bytes of ${size}`),
    );
    expect(statSync(file).size).toBe(left);
  });

  it.each([
    ["only the last bytes of a page are missing", (size: number) => size - 1, "the file was cut short"],
    [
      "only a part of the first pages is left",
      () => 4096,
      "its first two pages, which describe the others, are damaged",
    ],
    ["it is empty, and no new store is created", () => 0, "it is missing or empty"],
  ])("is refused if %s", (_name, cut, message) => {
    const left = cut(statSync(file).size);
    truncateSync(file, left);
    expect(() => lmdbDriver({ path })).toThrow(message);
    expect(statSync(file).size).toBe(left);
  });

  it("is reported by the doctor with a remedy", async () => {
    truncateSync(file, statSync(file).size / 2);
    expect(await examine(`lmdb:${path}`, openStorageDriver)).toContainEqual({
      check: "open",
      status: "failed",
      detail: expect.stringContaining("the file was cut short") as string,
      remedy: expect.stringContaining("postern restore BACKUP") as string,
    });
  });
});

describe("an LMDB file with garbage in its first pages", () => {
  beforeEach(() => cpSync(original, path, { recursive: true }));

  it.each([
    ["the number of the last page", 144, 8],
    ["the root of the records", 136, 8],
    ["the size of a page", 48, 4],
    ["the version", 28, 4],
  ])("is refused for %s", (_name, offset, length) => {
    for (const page of [0, 4096]) {
      const bytes = readFileSync(file);
      bytes.fill(0xa5, page + offset, page + offset + length);
      writeFileSync(file, bytes);
      expect(() => lmdbDriver({ path })).toThrow("its first two pages");
    }
  });

  it("is refused if the second page is garbage", () => {
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096, 8192);
    writeFileSync(file, bytes);
    expect(() => lmdbDriver({ path })).toThrow("its first two pages");
  });
});

describe("an LMDB file that was never finished", () => {
  const create = async (): Promise<Buffer> => {
    const environment = open({ path });
    await environment.close();
    return readFileSync(file);
  };

  it.each([
    ["without its second page", (bytes: Buffer) => bytes.fill(0, 4096)],
    ["without its first page", (bytes: Buffer) => bytes.fill(0, 0, 4096)],
    ["without the end of its second page", (bytes: Buffer) => bytes.subarray(0, 4096 + 512)],
    ["of zeros", (bytes: Buffer) => bytes.fill(0)],
  ])("is created again %s", async (_name, tear) => {
    writeFileSync(file, tear(await create()));
    expect(await countRecords()).toBe(0);
  });

  it("is refused if there are counters, which are created after it", async () => {
    const bytes = await create();
    cpSync(join(original, "counters"), join(path, "counters"), { recursive: true });
    writeFileSync(file, bytes.fill(0, 4096));
    expect(() => lmdbDriver({ path })).toThrow("its first two pages");
  });

  it("is refused if it belongs to another program", () => {
    writeFileSync(file, "Notes");
    expect(() => lmdbDriver({ path })).toThrow("is not an LMDB file");
    expect(readFileSync(file, "utf8")).toBe("Notes");
  });
});

/** Earlier versions let lmdb-js commit before the flush. */
describe("commits of an earlier version that were not flushed", () => {
  const anotherBoot = 1n;
  const offsets = { flags: 52, bootId: 160 };
  const unflushedFlag = 0x1000;
  const flushedMeta = 2048;

  /** Writes a flushed record and two records that are not flushed. */
  async function writeUnflushed(bootId: bigint | undefined): Promise<void> {
    const root = open({ path, maxDbs: 3 });
    const records = root.openDB<object, string>({ name: "records", encoding: "json" });
    const put = async (key: string): Promise<unknown> =>
      records.put(`${partition} ${key}`, { version: key, value: {} });
    await put("first");
    await put("flushed");
    await root.flushed;
    const flushed = readFileSync(file).subarray(flushedMeta, flushedMeta + 168);
    await put("unflushed1");
    await put("unflushed2");
    await root.close();
    const bytes = readFileSync(file);
    flushed.copy(bytes, flushedMeta);
    for (const page of [0, 4096]) {
      if (bootId !== undefined) bytes.writeBigInt64LE(bootId, page + offsets.bootId);
    }
    writeFileSync(file, bytes);
  }

  async function keys(): Promise<string[]> {
    const storage = lmdbDriver({ path });
    const found = await storage.atomic.list(partition, { limit: 10 });
    await storage.atomic.commit(partition, { sets: [{ key: "later", value: {} }] });
    await storage.dispose?.();
    return found.map(({ key }) => key);
  }

  it("are withdrawn after a restart of the machine", async () => {
    await writeUnflushed(anotherBoot);
    expect(await keys()).toEqual(["first", "flushed"]);
    expect(await keys()).toEqual(["first", "flushed", "later"]);
  });

  it("are kept without a restart", async () => {
    await writeUnflushed(undefined);
    expect(await keys()).toEqual(["first", "flushed", "unflushed1", "unflushed2"]);
  });

  it("are flushed without a restart, before anything is written", async () => {
    cpSync(original, path, { recursive: true });
    const flagsOf = (bytes: Buffer): number[] =>
      [0, 4096].map((page) => bytes.readUInt16LE(page + offsets.flags));
    const bytes = readFileSync(file);
    const flags = flagsOf(bytes);
    for (const page of [0, 4096]) bytes.writeUInt16LE((flags[0] ?? 0) | unflushedFlag, page + offsets.flags);
    writeFileSync(file, bytes);
    await lmdbDriver({ path }).dispose?.();
    expect(flagsOf(readFileSync(file))).toEqual(flags);
  });
});

describe("truncated counters", () => {
  beforeEach(() => cpSync(original, path, { recursive: true }));

  it("are set aside with a warning, and the records and totals are kept", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    const counters = join(path, "counters", "data.mdb");
    truncateSync(counters, Math.floor(statSync(counters).size / 2 / 4096) * 4096);
    expect(await countRecords()).toBe(301);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("the file was cut short"), expect.anything());
    expect(readdirSync(path).some((name) => name.startsWith("counters.damaged-"))).toBe(true);
  });
});

describe("an intact LMDB file", () => {
  it("is opened if it ends before its last page, which was never written", async () => {
    const root = open({ path, maxDbs: 3 });
    const records = root.openDB<object, string>({ name: "records", encoding: "json" });
    const copies: { file: string; records: number }[] = [];
    for (let round = 0; round < 500 && copies.length < 3; round++) {
      root.transactionSync(() => {
        for (let index = 0; index < 9; index++) {
          const address = `${partition} key${(round * 7 + index * 13) % 60}`;
          const text = "x".repeat((round * 977 + index * 3331) % 12_000);
          records.putSync(address, { version: "1.1", value: { text } });
          // Pages that a transaction allocates and frees are never written.
          if (index % 3 === 2) records.removeSync(address);
        }
      });
      if (!endsBeforeItsLastPage()) continue;
      const copy = join(path, `copy${copies.length}`);
      copyFileSync(file, copy);
      copies.push({ file: copy, records: records.getKeysCount() });
    }
    await root.close();
    expect(copies).toHaveLength(3);
    for (const copy of copies) {
      copyFileSync(copy.file, file);
      expect(await countRecords()).toBe(copy.records);
    }
  });

  it("is opened while another driver commits", async () => {
    const storage = lmdbDriver({ path });
    const api = createPublicApi({ storage });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    for (let round = 0; round < 50; round++) {
      const pending = api.posts.create("acme", { name: `Post ${round}`, html: "x".repeat(9000) });
      const other = lmdbDriver({ path });
      await Promise.all([pending, other.dispose?.()]);
    }
    let posts = 0;
    for await (const _post of api.posts.iterate("acme")) posts++;
    await storage.dispose?.();
    expect(posts).toBe(50);
  });
});

/** True if LMDB's page count exceeds the end of the file. */
function endsBeforeItsLastPage(): boolean {
  const bytes = readFileSync(file);
  const [first = 0, second = 0] = [0, 4096].map((page) => Number(bytes.readBigUInt64LE(page + 152)));
  const last = Number(bytes.readBigUInt64LE((first > second ? 0 : 4096) + 144));
  return bytes.length < (last + 1) * 4096;
}
