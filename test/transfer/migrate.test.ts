import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import type { AtomicDriver, Changes, Committed, Conflict } from "../../lib/store/mod.ts";
import { type MigrateOptions, migrateStore, type Migration } from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { ask, fillMemory, fillStore } from "./_filled_store.ts";
import { stores } from "./_stores.ts";
import { allOf } from "../async_items.ts";

const sourceName = "lmdb:/data";

async function migrate(
  source: AtomicDriver,
  target: AtomicDriver,
  options: Partial<MigrateOptions> = {},
): Promise<Migration> {
  return migrateStore(source, target, { sourceName, clock: new ManualClock(), ...options });
}

/** A store that fails from a given commit on, like a killed process. */
function dyingAfter(commits: number, storage: AtomicDriver): AtomicDriver {
  let left = commits;
  const commit = async (partition: string, changes: Changes): Promise<Committed | Conflict> => {
    if (left-- <= 0) throw new Error("the process has ended");
    return storage.atomic.commit(partition, changes);
  };
  return { ...storage, atomic: { ...storage.atomic, commit } };
}

const sources = stores.filter(([name]) => name === "lmdb" || name === "sqlite");
const pairs = sources.flatMap(([from, openSource]) =>
  stores.map(([to, open]) => ({ from, openSource, to, open })),
);

describe.each(pairs)("a migration from $from into $to", ({ openSource, open }) => {
  it("copies all records, working keys and the day's quota", async () => {
    const source = await openSource(new ManualClock());
    const { keys, clock } = await fillStore(source.storage);
    const target = await open(clock);
    try {
      const phases = new Set<string>();
      const options = { clock, onProgress: ({ phase }: { phase: string }) => void phases.add(phase) };
      const migration = await migrate(source.storage, target.storage, options);
      expect(migration).toMatchObject({ differences: [], isComplete: true });
      expect(migration.equal).toBe(migration.copied.created);
      expect([...phases]).toEqual(["copying", "comparing"]);
      const api = createPublicApi({ storage: target.storage, clock });
      expect((await ask(api, keys[0])).status).toBe(429);
      expect((await ask(api)).status).toBe(200);
    } finally {
      await target.close();
      await source.close();
    }
  });
});

describe("a migration", () => {
  it("continues after any interruption, with the same source only", async () => {
    const { storage: source, keys, clock } = await fillMemory();
    for (const commits of [0, 1, 2, 5, 12, 30]) {
      const target = memoryDriver({ clock });
      const dying = dyingAfter(commits, target);
      await expect(migrate(source, dying, { clock, concurrency: 4 })).rejects.toThrow(
        "the process has ended",
      );
      expect(await migrate(source, target, { clock })).toMatchObject({ isComplete: true });
      await expect(migrate(source, target, { clock })).rejects.toThrow("the target is not empty");
      expect((await ask(createPublicApi({ storage: target, clock }), keys[0])).status).toBe(429);
    }
  });

  it("is rejected if a different migration has not finished", async () => {
    const { storage: source, clock } = await fillMemory();
    const target = memoryDriver({ clock });
    await expect(migrate(source, dyingAfter(5, target), { clock })).rejects.toThrow("the process has ended");
    await expect(migrate(source, target, { clock, merge: true, sourceName: "fs:/other" })).rejects.toThrow(
      "Cannot migrate: a migration from lmdb:/data, started at ",
    );
  });

  it("is rejected if the source is empty, the target is not empty, or both are the same store", async () => {
    const { storage: source, clock } = await fillMemory();
    const target = memoryDriver({ clock });
    await expect(migrate(target, source)).rejects.toThrow("Cannot migrate: the source is empty");
    await createPublicApi({ storage: target }).users.create({ name: "Eve" });
    await expect(migrate(source, target)).rejects.toThrow(
      "Cannot migrate: the target is not empty; use --merge to add",
    );
    await expect(migrate(source, source, { merge: true })).rejects.toThrow(
      "source and target are the same store",
    );
    const own = createPublicApi({ storage: target });
    const merged = await migrate(source, target, { merge: true });
    expect(merged).toMatchObject({ isComplete: true });
    const names = (await allOf(own.users.iterate())).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(["Ada", "Bob", "Eve"]));
  });

  it("reports differences if the target changed or lost a record during the migration", async () => {
    const { storage: source, clock } = await fillMemory();
    const target = memoryDriver({ clock });
    const api = createPublicApi({ storage: target, clock });
    let isChanged = false;
    const change = async ({ phase }: { phase: string }): Promise<void> => {
      if (phase !== "comparing" || isChanged) return;
      isChanged = true;
      await api.posts.update({ organizationSlug: "other", slug: "a-published-post" }, { name: "Changed" });
      await api.posts.delete({ organizationSlug: "other", slug: "a-draft-post" });
      await api.posts.create("other", { name: "More" });
      await api.posts.create("other", { name: "Most" });
    };
    const migration = await migrate(source, target, {
      clock,
      concurrency: 1,
      onProgress: (progress) => void change(progress),
    });
    expect(migration.isComplete).toBe(false);
    expect(migration.differences).toEqual([
      "the post other/a-draft-post is not in the target",
      "the post other/a-published-post differs in the target",
      'the target has 9 records of type "post", the source has 8',
    ]);
    expect(await migrate(source, target, { clock })).toMatchObject({ isComplete: false });
    await api.posts.delete({ organizationSlug: "other", slug: "more" });
    await api.posts.delete({ organizationSlug: "other", slug: "most" });
    expect(await migrate(source, target, { clock })).toMatchObject({ isComplete: true });
  });
});
