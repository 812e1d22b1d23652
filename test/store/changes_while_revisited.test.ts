import { describe, expect, it } from "vitest";
import type { AtomicDriver } from "../../lib/mod.ts";
import type { Address, Changes, Committed, Conflict } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { World } from "../api/world.ts";
import { forwardAtomic, type Members } from "../forward_atomic.ts";

/** A driver that can delay a commit until right after a read of one of its records. */
class LateCommits {
  readonly driver: AtomicDriver;
  /** Key of the record whose next commit is delayed. */
  #key: string | undefined;
  #delayed: { isOf: (address: Address) => boolean; commit: () => void } | undefined;

  constructor(driver: AtomicDriver) {
    const { atomic } = driver;
    const commit = (partition: string, changes: Changes): ReturnType<typeof atomic.commit> =>
      changes.sets?.some(({ key }) => key === this.#key)
        ? this.#delay(partition, changes, () => atomic.commit(partition, changes))
        : atomic.commit(partition, changes);
    this.driver = { ...driver, atomic: forwardAtomic(atomic, { commit, ...this.#readsOf(driver) }) };
  }

  delayCommitOf(key: string): void {
    this.#key = key;
  }

  get isDelaying(): boolean {
    return this.#delayed !== undefined;
  }

  /** Wraps the reads that check a record for changes. */
  #readsOf({ atomic }: AtomicDriver): Members {
    return {
      query: (batch) => {
        const found = atomic.query?.(batch) ?? { counts: [], reads: [] };
        this.#commitAfterReadOf(batch.reads);
        return found;
      },
    };
  }

  async #delay(
    partition: string,
    { sets = [] }: Changes,
    commit: () => ReturnType<AtomicDriver["atomic"]["commit"]>,
  ): Promise<Committed | Conflict> {
    this.#key = undefined;
    const isOf = (address: Address): boolean =>
      address.partition === partition && sets.some(({ key }) => key === address.key);
    return new Promise((resolve) => {
      this.#delayed = { isOf, commit: () => resolve(commit()) };
    });
  }

  #commitAfterReadOf(addresses: readonly Address[]): void {
    if (this.#delayed === undefined || !addresses.some(this.#delayed.isOf)) return;
    this.#delayed.commit();
    this.#delayed = undefined;
  }
}

async function openWorld(): Promise<{ world: World; commits: LateCommits }> {
  const commits = new LateCommits(memoryDriver());
  const world = await World.open(async () => ({ storage: commits.driver, close: () => undefined }));
  await world.createPost({ name: "Hello" });
  return { world, commits };
}

/** Starts a change that is committed right after the next read of the record. A change of another record causes that read. */
async function startLate(
  { world, commits }: Awaited<ReturnType<typeof openWorld>>,
  key: string,
  change: () => Promise<unknown>,
): Promise<Promise<unknown>[]> {
  await world.api.users.create({ name: "Eve" });
  commits.delayCommitOf(key);
  const changed = change();
  await expect.poll(() => commits.isDelaying).toBe(true);
  // In an array, because the caller would await a promise.
  return [changed];
}

describe("a record that changes right after a revalidation", () => {
  it("is read again by the next request: an organization", async () => {
    const opened = await openWorld();
    const { api } = opened.world;
    const read = async (): Promise<string> => (await opened.world.get("/post/acme/hello")).text();
    await read();
    const siteUrl = "https://moved.example";
    const moved = await startLate(opened, "organization", async () =>
      api.organizations.update("acme", { siteUrl }),
    );
    expect(await read()).not.toContain(siteUrl);
    await Promise.all(moved);
    for (const text of [await read(), await read()]) expect(text).toContain(siteUrl);
  });

  it("is read again by the next request: a user", async () => {
    const opened = await openWorld();
    const { world } = opened;
    const { id } = await world.api.users.create({ name: "Bob" });
    const { key } = await world.createKey({ userId: id });
    const read = async (): Promise<number> => (await world.get("/post/acme/hello", key)).status;
    expect(await read()).toBe(200);
    const disabled = await startLate(opened, "user", async () => world.api.users.setStatus(id, "disabled"));
    expect(await read()).toBe(200);
    await Promise.all(disabled);
    expect([await read(), await read()]).toEqual([401, 401]);
  });
});
