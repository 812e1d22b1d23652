import { expect, it } from "vitest";
import { exportRecords, importRecords, inspectStore, type TransferRecord } from "../../lib/moving/entry.ts";
import { createPublicApi } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { allOf, each } from "../async_items.ts";

/** Wraps a driver so that `change` runs once, after a number of reads. It tells whether that happened. */
function changingAfter(reads: number, driver: AtomicDriver, change: () => Promise<unknown>) {
  let left = reads;
  const { atomic } = driver;
  const getMany: typeof atomic.getMany = async (addresses) => {
    const found = await atomic.getMany(addresses);
    if (--left === 0) await change();
    return found;
  };
  const storage: AtomicDriver = { ...driver, atomic: forwardAtomic(atomic, { getMany, query: undefined }) };
  return { storage, hasChanged: () => left <= 0 };
}

/** Runs a test with a change after the first read, after the second, and so on, until the change comes after the last. */
async function afterEachRead(run: (reads: number) => Promise<boolean>): Promise<number> {
  for (let reads = 1; ; reads++) if (!(await run(reads))) return reads - 1;
}

it("keeps a key revoked that is revoked at any moment of a restore", async () => {
  const clock = new ManualClock();
  const source = memoryDriver({ clock });
  const before = createPublicApi({ storage: source, clock });
  await before.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id: userId } = await before.users.create({ name: "Ada" });
  await before.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
  const { id: keyId, key } = await before.apiKeys.generate({ organizationSlug: "acme", userId, name: "A" });
  const exported = await allOf(exportRecords(source, { withHashes: true, clock }));
  // The key in the store differs from the export, so that the restore writes it.
  const changed = exported.map((one) =>
    one.type === "key" ? { ...one, name: "B" } : one,
  ) as TransferRecord[];

  const moments = await afterEachRead(async (reads) => {
    const driver = memoryDriver({ clock });
    await importRecords(driver, each(exported), { clock });
    const api = createPublicApi({ storage: driver, clock });
    const { storage, hasChanged } = changingAfter(reads, driver, async () =>
      api.apiKeys.revoke({ organizationSlug: "acme", keyId }),
    );
    await importRecords(storage, each(changed), { clock });
    if (!hasChanged()) return false;
    const headers = { "x-api-key": key };
    const url = "http://localhost/api/public/v1/post/acme";
    const fresh = createPublicApi({ storage: driver, clock });
    expect([reads, (await fresh.fetch(new Request(url, { headers }))).status]).toEqual([reads, 401]);
    return true;
  });
  expect(moments).toBeGreaterThan(5);
});

it("lists a post once if two restores of it overlap at any moment", async () => {
  const clock = new ManualClock();
  const source = memoryDriver({ clock });
  const before = createPublicApi({ storage: source, clock });
  await before.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await before.posts.create("acme", { name: "One", html: "<p>1</p>" });
  const first = await allOf(exportRecords(source, { clock }));
  clock.advance(1000);
  await before.posts.update({ organizationSlug: "acme", slug: "one" }, { name: "Two", html: "<p>2</p>" });
  const second = await allOf(exportRecords(source, { clock }));

  const moments = await afterEachRead(async (reads) => {
    const driver = memoryDriver({ clock });
    const { storage, hasChanged } = changingAfter(reads, driver, async () =>
      importRecords(driver, each(second), { clock }),
    );
    await importRecords(storage, each(first), { clock });
    if (!hasChanged()) return false;
    const api = createPublicApi({ storage: driver, clock });
    for (const sort of ["name", "createdAt", "updatedAt"] as const) {
      const { posts } = await api.posts.list("acme", { sort });
      expect([reads, sort, posts.length]).toEqual([reads, sort, 1]);
    }
    expect([reads, await allOf(inspectStore(driver))]).toEqual([reads, []]);
    return true;
  });
  expect(moments).toBeGreaterThan(5);
});
