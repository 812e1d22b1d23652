import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { createPublicApi, type PublicApi, type StoredOrganization } from "../../lib/mod.ts";
import type { AtomicDriver, Changes, Committed, Conflict, JsonObject } from "../../lib/store/mod.ts";
import { exportRecords, importRecords, type TransferRecord, upgradeStore } from "../../lib/moving/entry.ts";
import { parseRecords } from "../../lib/moving/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { ask, fillStore } from "../transfer/_filled_store.ts";
import { stores } from "../transfer/_stores.ts";
import { withoutChange } from "../transfer/_without_change.ts";
import { allOf } from "../async_items.ts";
import { currentVersion, storeVersion } from "./store_version.ts";

/** A record as an engine stores it. */
interface RawRecord {
  partition: string;
  key: string;
  value: JsonObject;
}

const storeFile = "test/fixtures/store_v1.ndjson";
const exportFile = "test/fixtures/export_v1.ndjson";

/** The key with an exceeded limit, and the token of the session, that `fillStore` returned for these files. */
const key = "postern_qv27ejouz6dimsx4_3eFqRW7iJuVaBmNyZ2dFqR2d6hIuV6hAlMxZAlEpQ1c3uspqm";
const token = "kLwX0cDoP0b4fHsT4f8jKwX8jCnOzbCnGrS3eGrKvW7";

/** Fills a store, and returns all its records as the engine stores them. */
async function writeStore(): Promise<{ storage: AtomicDriver; records: RawRecord[] }> {
  const storage = memoryDriver({ clock: new ManualClock() });
  const partitions = new Set<string>();
  const commit = async (partition: string, changes: Changes): Promise<Committed | Conflict> => {
    partitions.add(partition);
    return storage.atomic.commit(partition, changes);
  };
  await fillStore({ ...storage, atomic: { ...storage.atomic, commit } });
  const records: RawRecord[] = [];
  for (const partition of [...partitions].toSorted()) {
    const listed = await storage.atomic.list(partition, { limit: 10_000 });
    records.push(...listed.map(({ key, value }) => ({ partition, key, value })));
  }
  return { storage, records };
}

function linesOf(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

function readLines<Line>(file: string): Line[] {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Line);
}

/** Returns the records of an export without its header, sorted by type. The header has a date, and later versions may order records differently. */
function byType(records: readonly TransferRecord[]): TransferRecord[] {
  const items = records.slice(1).map(withoutChange);
  return items.toSorted((one, other) => one.type.localeCompare(other.type));
}

/** Returns a record of the fixture with the current name of an organization's limit. */
function withRateLimit(record: TransferRecord): TransferRecord {
  if (record.type !== "organization") return record;
  const { dailyRequestLimit: perDay, ...organization } = record.organization as StoredOrganization & {
    dailyRequestLimit?: number;
  };
  if (perDay === undefined) return record;
  return { type: "organization", organization: { ...organization, rateLimit: { perDay } } };
}

/** Expects that each post has a time of its last change, the time of its last revision, and is in every index. */
async function expectIndexed(api: PublicApi, organizationSlug: string): Promise<void> {
  const posts = await allOf(api.posts.iterate(organizationSlug));
  expect(posts).not.toEqual([]);
  for (const { slug, changedAt } of posts) {
    const [last] = await api.posts.revisions({ organizationSlug, slug });
    expect([slug, changedAt]).toEqual([slug, last?.at]);
  }
  const times = posts.map((post) => ({ ...post, publishedAt: post.publishedAt ?? "" }));
  for (const field of ["publishedAt", "changedAt"] as const) {
    const sorted = times.toSorted((one, other) => {
      const [a = "", b = ""] = [one[field], other[field]];
      return a === b ? one.id - other.id : Number(a > b) - 0.5;
    });
    const isPlanned = ({ status }: (typeof posts)[number]): number => Number(status === "scheduled");
    // A scheduled post changes at its publication.
    if (field === "changedAt") sorted.sort((one, other) => isPlanned(one) - isPlanned(other));
    const listed = await api.posts.list(organizationSlug, { sort: field });
    expect(listed.posts.map(({ slug }) => slug)).toEqual(sorted.map(({ slug }) => slug));
  }
}

/** Writes the fixtures of a schema version. Only the first version that writes this schema creates them. */
async function writeFixtures(): Promise<void> {
  const { storage, records } = await writeStore();
  writeFileSync(storeFile, linesOf(records));
  const exported: object[] = [];
  const options = { withHashes: true, clock: new ManualClock() };
  for await (const record of exportRecords(storage, options)) exported.push(record);
  writeFileSync(exportFile, linesOf(exported));
}

describe("a store that schema version 1 wrote", async () => {
  if (!existsSync(storeFile)) await writeFixtures();

  it.each(stores)(
    "is read by this version on %s with all kinds of records, and its keys work",
    async (_name, open) => {
      const { clock } = await fillStore(memoryDriver({ clock: new ManualClock() }));
      const { storage, close } = await open(clock);
      try {
        for (const { partition, ...set } of readLines<RawRecord>(storeFile)) {
          await storage.atomic.commit(partition, { sets: [set] });
        }
        await upgradeStore(storage);
        const api = createPublicApi({ storage, clock });
        await expectIndexed(api, "acme");
        const posts = (await allOf(api.posts.iterate("acme"))).map((post) => [post.slug, post.status]);
        expect(posts).toEqual([
          ["a-draft-post", "draft"],
          ["a-published-post", "published"],
          ["a-archived-post", "archived"],
          ["später", "scheduled"],
        ]);
        expect(
          await api.posts.revisions({ organizationSlug: "acme", slug: "a-published-post" }),
        ).toHaveLength(2);
        expect((await ask(api, key)).status).toBe(429);
        expect((await ask(api)).status).toBe(200);
        const [text] = (await api.knowledgeBase.list("acme")).entries;
        expect(text).toMatchObject({ text: "We open at nine." });
        expect((await api.audit.list("acme")).entries.length).toBeGreaterThan(4);
        expect(await api.sessions.find(token)).toMatchObject({ user: { name: "Ada" } });
        expect(await api.users.iterateOrganizations(text?.userId ?? "").next()).toMatchObject({
          value: "acme",
        });
        clock.advance(86_400_000);
        expect((await ask(api, key)).status).toBe(200);
        await api.events.settle();
      } finally {
        await close();
      }
    },
  );

  it("has the same records as its export, which this version imports", async () => {
    const clock = new ManualClock();
    async function* parts(): AsyncGenerator<string> {
      yield readFileSync(exportFile, "utf8");
    }
    const storage = memoryDriver({ clock });
    const summary = await importRecords(storage, parseRecords(parts()), { clock });
    expect(summary).toMatchObject({ isComplete: true, keysLeftOut: 0 });
    const records = await allOf(exportRecords(storage, { withHashes: true }));
    expect(byType(records)).toEqual(byType(readLines<TransferRecord>(exportFile).map(withRateLimit)));
  });

  it("has a version on every record but counters", () => {
    const records = readLines<RawRecord>(storeFile).filter(({ value }) => !("sum" in value));
    expect(records.length).toBeGreaterThan(80);
    for (const { value } of records) expect(value).toMatchObject({ schemaVersion: 1 });
  });
});

describe("upgrading a store", () => {
  async function storeOf(version: number): Promise<AtomicDriver> {
    const storage = memoryDriver();
    await createPublicApi({ storage }).users.create({ name: "Ada" });
    const changes = version > 1 ? { sets: [{ key: "schema", value: { version } }] } : { deletes: ["schema"] };
    await storage.atomic.commit("store", changes);
    return storage;
  }

  it("does nothing to a current store, and only marks a new store", async () => {
    const onUpgrade = vi.fn<() => void>();
    const current = await currentVersion();
    const storage = await storeOf(current);
    await upgradeStore(storage, { onUpgrade });
    expect(await storeVersion(storage)).toBe(current);
    const fresh = memoryDriver();
    await upgradeStore(fresh, { onUpgrade, version: current + 1 });
    await upgradeStore(fresh, { onUpgrade, version: current + 1 });
    expect(onUpgrade).not.toHaveBeenCalled();
    expect(await storeVersion(fresh)).toBe(current + 1);
  });

  it("runs each step, reports it first, and continues after an interruption", async () => {
    const storage = await storeOf(1);
    const steps: string[] = [];
    let fails = true;
    const upgrades = new Map([
      [1, async () => void steps.push("1 to 2")],
      [
        2,
        async () => {
          if (fails) throw new Error("killed");
          steps.push("2 to 3");
        },
      ],
    ]);
    const onUpgrade = ({ from, to }: { from: number; to: number }): void =>
      void steps.push(`tell ${from} ${to}`);
    await expect(upgradeStore(storage, { upgrades, version: 3, onUpgrade })).rejects.toThrow("killed");
    fails = false;
    await upgradeStore(storage, { upgrades, version: 3, onUpgrade });
    expect(steps).toEqual(["tell 1 3", "1 to 2", "tell 2 3", "2 to 3"]);
  });

  it("refuses a store of a later version, and names both versions", async () => {
    const current = await currentVersion();
    await expect(upgradeStore(await storeOf(current + 1))).rejects.toThrow(
      `Cannot read the store: its records have schema version ${current + 1}, but this version of Postern reads up to ${current}`,
    );
  });

  it("is prevented if the callback throws", async () => {
    const storage = await storeOf(1);
    const onUpgrade = (): void => {
      throw new Error("no backup");
    };
    await expect(upgradeStore(storage, { version: 2, onUpgrade })).rejects.toThrow("no backup");
    expect(await storage.atomic.list("store", { limit: 10 })).toEqual([]);
  });
});
