import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Versioned } from "../../lib/store/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";

const partition = "org!acme";

/** Lengths of texts that LMDB stores in a leaf, in a page of their own, and in several pages. */
const lengths = [10, 700, 1500, 2030, 2100, 3000, 4070, 5000, 9000, 100_000];
const secret = "deleted-text-";

async function recordsIn(path: string, readOnly = false): Promise<Versioned[]> {
  const driver = lmdbDriver({ path, readOnly });
  const records = await driver.atomic.list(partition, { limit: 1000 });
  await driver.dispose?.();
  return records;
}

/** Fills a store, and deletes or replaces all texts with the secret. Other texts are written before, between and after. */
async function fill(path: string): Promise<void> {
  const driver = lmdbDriver({ path });
  const { atomic } = driver;
  for (const [index, length] of lengths.entries()) {
    const value = { text: secret.repeat(Math.ceil(length / secret.length)) };
    const sets = ["deleted", "replaced"].map((name) => ({ key: `${name}${index}`, value }));
    await atomic.commit(partition, {
      sets: [...sets, { key: `kept${index}`, value: { text: "k".repeat(length) } }],
    });
  }
  for (const [index, length] of lengths.entries()) {
    const value = { text: "n".repeat(length - 5) };
    await atomic.commit(partition, {
      sets: [{ key: `replaced${index}`, value }],
      deletes: [`deleted${index}`],
    });
  }
  await atomic.commit(partition, { sums: [{ key: "count", add: 3, expiresAt: 4e12 }] });
  await atomic.commit("other", { sets: [{ key: "expiring", value: {}, expiresAt: 4e12 }] });
  await driver.dispose?.();
}

const hasSecret = (path: string): boolean => readFileSync(join(path, "data.mdb")).includes(secret);
const numberOf = ({ version }: { version: string }): number => Number.parseInt(version, 10);

it("leaves nothing of deleted and replaced texts in a compacted store and in a copy", async () => {
  const [path, copy] = [join(scratchDirectory(), "data"), join(scratchDirectory(), "copy")];
  await fill(path);
  expect(hasSecret(path)).toBe(true);
  const before = await recordsIn(path);
  const driver = lmdbDriver({ path });
  await driver.copyTo(copy);
  const sizes = await driver.compact();
  await driver.dispose?.();
  expect(sizes.bytesAfter).toBeLessThan(sizes.bytesBefore);
  expect(readdirSync(path).toSorted()).toEqual(["counters", "data.mdb", "lock.mdb"]);
  for (const compacted of [path, copy]) {
    expect(hasSecret(compacted)).toBe(false);
    expect(await recordsIn(compacted, true)).toEqual(before);
    expect(await recordsIn(compacted)).toEqual(before);
    expect(statSync(join(compacted, "data.mdb")).mode & 0o777).toBe(0o600);
  }
});

it("gives no version again after a compaction, and keeps later commits", async () => {
  const path = join(scratchDirectory(), "data");
  await fill(path);
  // The version of a counter has another form: a random text, which can begin with a digit.
  const records = (await recordsIn(path)).filter(({ key }) => key !== "count");
  const seen = new Set(records.map(numberOf));
  for (let round = 0; round < 4; round++) {
    const compacted = lmdbDriver({ path });
    await compacted.compact();
    await compacted.dispose?.();
    for (let opened = 0; opened < 3; opened++) {
      const driver = lmdbDriver({ path });
      const committed = await driver.atomic.commit(partition, {
        sets: [{ key: "new", value: { round, opened } }],
      });
      await driver.dispose?.();
      const number = committed.committed ? numberOf(committed) : 0;
      expect(number).toBeGreaterThan(Math.max(...seen));
      seen.add(number);
      const found = (await recordsIn(path)).find(({ key }) => key === "new");
      expect(found?.value).toEqual({ round, opened });
    }
  }
});

it("copies a damaged record as it is", async () => {
  const path = join(scratchDirectory(), "data");
  await fill(path);
  const file = join(path, "data.mdb");
  const bytes = readFileSync(file);
  const place = bytes.lastIndexOf("k".repeat(90_000));
  bytes.fill(0xff, place, place + 10);
  writeFileSync(file, bytes);
  const driver = lmdbDriver({ path });
  await driver.compact();
  await driver.dispose?.();
  expect(readFileSync(file).includes(Buffer.alloc(10, 0xff))).toBe(true);
  await expect(recordsIn(path)).rejects.toThrow(/kept9/);
});

it("refuses to compact a store that is open for reading only", async () => {
  const path = join(scratchDirectory(), "data");
  await fill(path);
  const driver = lmdbDriver({ path, readOnly: true });
  await expect(driver.compact()).rejects.toThrow("it was opened read-only");
  await driver.dispose?.();
});
