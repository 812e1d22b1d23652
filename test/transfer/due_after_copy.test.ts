import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import {
  exportRecords,
  importRecords,
  migrateStore,
  restoreStore,
  type TransferRecord,
} from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf, each } from "../async_items.ts";
import { ManualClock } from "../manual_clock.ts";
import { untilIdle } from "../until_idle.ts";
import { openLmdb, stores } from "./_stores.ts";

const hour = 3_600_000;

interface Source {
  api: PublicApi;
  storage: AtomicDriver;
}

/** Fills a store with a post, a key and a redirect that fall due in an hour, and others in three hours. */
async function fill(storage: AtomicDriver, clock: ManualClock): Promise<Source> {
  const api = createPublicApi({ storage, clock });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
  for (const hours of [1, 3]) {
    const publishedAt = clock.now() + hours * hour;
    await api.posts.create("acme", { name: `In ${hours} hours`, html: "<p>Hi</p>", publishedAt });
    const expiresIn = `${hours}h`;
    await api.apiKeys.generate({ organizationSlug: "acme", userId, name: `${hours} hours`, expiresIn });
  }
  await untilIdle(api);
  return { api, storage };
}

/** Returns the due events in the log of a store, after its worker has run. */
async function dueEvents(storage: AtomicDriver, clock: ManualClock): Promise<string[]> {
  const api = createPublicApi({ storage, clock });
  await untilIdle(api);
  const { events } = await api.events.list("acme", { limit: 1000 });
  return events
    .filter(({ type }) => type === "post.published" || type === "key.expired")
    .map(({ type, data }) => ("slug" in data ? `${type} ${data.slug}` : type))
    .toSorted();
}

const inOneHour = ["key.expired", "post.published in-1-hours"];
const inThreeHours = [...inOneHour, "key.expired", "post.published in-3-hours"].toSorted();

const recordsOf = ({ storage }: Source, clock: ManualClock): Promise<TransferRecord[]> =>
  allOf(exportRecords(storage, { withHashes: true, withWebhooks: true, clock }));

type Copy = (source: Source, target: AtomicDriver, clock: ManualClock) => Promise<unknown>;

/** The ways to copy a store. The time passes between reading and writing, if the way has two steps. */
const ways: [string, Copy][] = [
  [
    "a backup",
    async (source, target, clock) => {
      const records = await recordsOf(source, clock);
      clock.advance(2 * hour);
      return restoreStore(target, () => each(records), { sourceName: "/b.jsonl", clock });
    },
  ],
  [
    "a migration whose source was stopped before the events were due",
    async (source, target, clock) => {
      clock.advance(2 * hour);
      return migrateStore(source.storage, target, { sourceName: "memory", clock });
    },
  ],
  [
    "a backup of an earlier version",
    async (source, target, clock) => {
      const records = (await recordsOf(source, clock)).map((record) => {
        if (record.type !== "header") return record;
        const { dueEventsUntil: _until, ...header } = record;
        return header;
      });
      clock.advance(2 * hour);
      return restoreStore(target, () => each(records), { sourceName: "/b.jsonl", clock });
    },
  ],
  [
    "an import",
    async (source, target, clock) => {
      const records = await recordsOf(source, clock);
      clock.advance(2 * hour);
      return importRecords(target, each(records), { clock });
    },
  ],
  [
    "a migration before the first worker of the copy",
    async (source, target, clock) => {
      await migrateStore(source.storage, target, { sourceName: "memory", clock });
      clock.advance(2 * hour);
    },
  ],
  [
    "a backup of a copy that never had a worker",
    async (source, target, clock) => {
      const records = await recordsOf(source, clock);
      const between = memoryDriver({ clock });
      clock.advance(2 * hour);
      await restoreStore(between, () => each(records), { sourceName: "/b.jsonl", clock });
      const again = await recordsOf({ ...source, storage: between }, clock);
      await restoreStore(target, () => each(again), { sourceName: "/c.jsonl", clock });
    },
  ],
];

describe.each(stores)("due events of a copy in %s", (name, open) => {
  it.each(name === "memory" ? ways : ways.slice(0, 2))(
    "go on where the source stopped: %s",
    async (_way, copy) => {
      const clock = new ManualClock();
      const source = await fill(memoryDriver({ clock }), clock);
      const { storage, close } = await open(clock);
      try {
        await copy(source, storage, clock);
        expect(await dueEvents(storage, clock)).toEqual(inOneHour);
        clock.advance(2 * hour);
        expect(await dueEvents(storage, clock)).toEqual(inThreeHours);
      } finally {
        await close();
      }
    },
  );
});

describe("due events that the source has written", () => {
  it("are not written again by a copy, nor by a repeated copy", async () => {
    const clock = new ManualClock();
    const source = await fill(memoryDriver({ clock }), clock);
    clock.advance(2 * hour);
    await untilIdle(source.api);
    const records = await recordsOf(source, clock);
    const target = memoryDriver({ clock });
    await restoreStore(target, () => each(records), { sourceName: "/b.jsonl", clock });
    expect(await dueEvents(target, clock)).toEqual([]);
    clock.advance(2 * hour);
    expect(await dueEvents(target, clock)).toEqual(["key.expired", "post.published in-3-hours"]);
    await importRecords(target, each(records), { clock });
    expect(await dueEvents(target, clock)).toEqual(["key.expired", "post.published in-3-hours"]);
  });

  it("are stated by a backup, also by that of a directory of LMDB", async () => {
    const clock = new ManualClock();
    const { storage, close } = await openLmdb(clock);
    try {
      const source = await fill(storage, clock);
      const start = clock.now();
      const [before] = await recordsOf(source, clock);
      expect(before).not.toHaveProperty("dueEventsUntil");
      clock.advance(2 * hour);
      const [after] = await recordsOf(source, clock);
      expect(after).toMatchObject({ dueEventsUntil: new Date(start + hour - 1).toISOString() });
    } finally {
      await close();
    }
  });
});

it("a key that was revoked, and a post that is a draft again, have no event", async () => {
  const clock = new ManualClock();
  const source = await fill(memoryDriver({ clock }), clock);
  for await (const { id } of source.api.apiKeys.iterate("acme")) {
    await source.api.apiKeys.revoke({ organizationSlug: "acme", keyId: id });
  }
  for (const slug of ["in-1-hours", "in-3-hours"]) {
    await source.api.posts.update({ organizationSlug: "acme", slug }, { status: "draft" });
  }
  const target = memoryDriver({ clock });
  await migrateStore(source.storage, target, { sourceName: "memory", clock });
  clock.advance(4 * hour);
  expect(await dueEvents(target, clock)).toEqual([]);
});
