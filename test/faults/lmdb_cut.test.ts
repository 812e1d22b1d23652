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
