import { stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, StoreUnavailableError } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { loadSqlite } from "../../storage-drivers/sqlite/load_sqlite.ts";
import type { SqliteDatabase } from "../../storage-drivers/sqlite/sqlite_database.ts";
import { sqliteDriver } from "../../storage-drivers/sqlite.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

const partition = "partition";
const expiresAt = Date.UTC(2100, 0, 1);
let path: string;
let driver: AtomicDriver;
/** A connection like that of another program. */
let other: SqliteDatabase;

beforeEach(async () => {
  path = join(scratchDirectory(), "data.db");
  driver = closedAfterUse(sqliteDriver({ path }));
  await driver.atomic.commit(partition, { sets: [{ key: "a", value: { is: "first" } }] });
  other = loadSqlite().open(path, { readOnly: false });
  releaseAfterUse(() => other.close());
  other.exec("begin immediate");
});

describe.skipIf(sqliteIsMissing())("a SQLite file that another program has locked", () => {
  it("is read, and written when the lock is free, without blocking the event loop", async () => {
    const { atomic } = driver;
    let isWritten = false;
    const written = (async () => {
      await atomic.commit(partition, { sets: [{ key: "a", value: { is: "second" } }] });
      isWritten = true;
    })();
    const [before] = await atomic.getMany([{ partition, key: "a" }]);
    const check = { key: "a", version: before?.version ?? "" };
    const read = { partition, key: "a", known: undefined };
    const result = await atomic.query?.({
      counts: [{ partition, check, sums: [{ key: "n", add: 1, expiresAt }] }],
      reads: [read],
    });
    expect(result?.reads).toMatchObject([{ value: { is: "first" } }]);
    // Takes turns of the event loop, which a blocking wait would not let through.
    for (let reads = 0; reads < 20; reads++) await stat(path);
    expect(isWritten).toBe(false);
    other.exec("rollback");
    await written;
    // Either the count or the change of its record was first.
    const count = await result?.counts[0];
    expect(count).toSatisfy((outcome: object) => "committed" in outcome);
    const [after] = await atomic.getMany([{ partition, key: "a" }]);
    expect(after?.value).toEqual({ is: "second" });
  });

  it("fails writes with a reason after a bounded time", async () => {
    const api = createPublicApi({ storage: driver, insight: false });
    const created = api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await expect(created).rejects.toThrow(StoreUnavailableError);
    await expect(created).rejects.toThrow("another process or program holds the lock of the file");
    other.exec("rollback");
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  });

  it("refuses a write that waits when it is closed", async () => {
    const written = driver.atomic.commit(partition, { deletes: ["a"] });
    const outcome = Promise.resolve(written).catch(String);
    await driver.dispose?.();
    expect(await outcome).toContain("Cannot use the store: it is closed");
  });
});
