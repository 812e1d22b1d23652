import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { checkRecords, parseRecords } from "../../lib/moving/mod.ts";
import { exportRecords, importRecords, type TransferRecord } from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { createTwin } from "../access/create_twin.ts";
import { ManualClock } from "../manual_clock.ts";
import { ask, fillMemory, fillStore } from "./_filled_store.ts";
import { stores } from "./_stores.ts";
import { textWithoutChange, withoutChange } from "./_without_change.ts";
import { allOf, each } from "../async_items.ts";
import { acmePost } from "../acme.ts";

/** Returns an export as the text of a file. */
async function* linesOf(...parameters: Parameters<typeof exportRecords>): AsyncGenerator<string> {
  for await (const record of exportRecords(...parameters)) yield `${JSON.stringify(record)}\n`;
}

async function recordsOf(storage: AtomicDriver, options = {}): Promise<TransferRecord[]> {
  return allOf(exportRecords(storage, { clock: new ManualClock(), ...options }));
}

/** Returns the API's responses for all public content, without the time of the change that an import is. */
async function answersOf(api: PublicApi): Promise<string[]> {
  const paths = ["post/acme", "post/acme/a-published-post", "sitemap/acme", "post/other?sort=name"];
  const answers = paths.map(async (path) => {
    const response = await api.fetch(new Request(`http://localhost/api/public/v1/${path}`));
    return `${response.status} ${textWithoutChange(await response.text())}`;
  });
  return Promise.all(answers);
}

async function slugsOf(api: PublicApi, organizationSlug: string): Promise<string[]> {
  return (await allOf(api.posts.iterate(organizationSlug))).map(({ slug }) => slug);
}

describe.each(stores)("an export with hashes into %s", (_name, open) => {
  it("creates an equal store with equal responses, whose keys work and keep their counts", async () => {
    const { storage: source, api: before, keys, clock } = await fillMemory();
    const { storage: target, close } = await open(clock);
    try {
      const options = { withHashes: true, clock };
      const file = parseRecords(linesOf(source, options));
      const summary = await importRecords(target, file, { concurrency: 3, clock });
      expect(summary).toMatchObject({ updated: 0, unchanged: 0, keysLeftOut: 0, isComplete: true });
      expect(summary.types).toMatchObject({
        organization: { created: 2 },
        post: { created: 8 },
        text: { created: 2 },
        user: { created: 2 },
        key: { created: 3 },
        usage: { created: 1 },
      });
      expect((await recordsOf(target, options)).slice(1).map(withoutChange)).toEqual(
        (await recordsOf(source, options)).slice(1).map(withoutChange),
      );
      const again = await importRecords(target, exportRecords(source, options), { clock });
      expect(again).toMatchObject({ created: 0, updated: 0, unchanged: summary.created });

      const api = createPublicApi({ storage: target, clock });
      expect((await api.organizations.get("acme"))?.synonyms).toEqual([["car", "automobile"]]);
      expect(await answersOf(api)).toEqual(await answersOf(before));
      expect((await api.posts.revisions(acmePost("a-published-post"))).map(({ number }) => number)).toEqual([
        3, 2, 1,
      ]);
      // The quota of the day is used up, and both keys share it.
      for (const key of keys) expect((await ask(api, key)).status).toBe(429);
      clock.advance(86_400_000);
      for (const key of keys) expect((await ask(api, key)).status).toBe(key === keys[0] ? 200 : 401);
      expect(
        await api.users.iterateOrganizations((await api.users.iterate().next()).value?.id ?? "").next(),
      ).toEqual({ done: false, value: "acme" });
      expect((await api.posts.create("other", { name: "New" })).id).toBe(9);
      const [text] = (await api.knowledgeBase.list("acme")).entries;
      expect(await api.knowledgeBase.delete({ organizationSlug: "acme", id: text?.id ?? "" })).toBe(true);
    } finally {
      await close();
    }
  });
});

describe("an export", () => {
  it("contains no secrets and no hashes, and an import leaves out keys without hashes", async () => {
    const { storage: source, keys, tokens, clock } = await fillMemory();
    const records = await recordsOf(source);
    const text = JSON.stringify(records);
    expect(text).not.toContain('"hash"');
    for (const key of keys) expect(text).not.toContain(key.split("_")[2]);
    for (const token of tokens) expect(text).not.toContain(token);
    const items = (await recordsOf(source, { withHashes: true })).slice(0, -1);
    expect(JSON.stringify(items)).not.toContain("session");
    const target = memoryDriver({ clock });
    const summary = await importRecords(target, each(records), { clock });
    expect(summary.keysLeftOut).toBe(3);
    expect((await ask(createPublicApi({ storage: target, clock }), keys[0])).status).toBe(401);
  });

  it("of one organization contains its members, and nothing of other organizations", async () => {
    const { storage: source } = await fillMemory();
    const text = JSON.stringify(await recordsOf(source, { organizationSlug: "other" }));
    expect(text).toContain("Ada");
    expect(text).not.toContain("Bob");
    expect(text).not.toContain("https://acme.example");
    await expect(recordsOf(source, { organizationSlug: "none" })).rejects.toThrow(
      'there is no organization "none"',
    );
  });

  const ofFiles = stores.filter(([name]) => name === "lmdb" || name === "sqlite");
  it.each(ofFiles)(
    "of %s is a snapshot, including counters, despite concurrent writes",
    async (_name, open) => {
      const { storage, close } = await open(new ManualClock());
      const { api, keys, clock } = await fillStore(storage);
      const options = { withHashes: true };
      const before = await recordsOf(storage, options);
      clock.advance(3_600_000);
      const during: TransferRecord[] = [];
      for await (const record of exportRecords(storage, { clock: new ManualClock(), ...options })) {
        if (during.length === 3) {
          await api.posts.update(acmePost("a-published-post"), { name: "Changed", slug: "changed" });
          await api.posts.delete({ organizationSlug: "other", slug: "später" });
          await ask(api, keys[0]);
          await api.organizations.delete("acme");
        }
        during.push(record);
      }
      expect((await ask(api, keys[0])).status).toBe(401);
      expect(during.map(withoutChange)).toEqual(before.map(withoutChange));
      expect(during[0]).toMatchObject({ type: "header", isSnapshot: true });
      expect((await recordsOf(storage, options)).length).toBeLessThan(before.length / 2 + 3);
      await close();
    },
  );

  it("of a store without snapshots has every post once, even if it is renamed during the export", async () => {
    const { storage: source, api } = await fillMemory();
    for (let index = 0; index < 40; index++) await api.posts.create("acme", { name: `Post ${index}` });
    const ids: number[] = [];
    for await (const record of exportRecords(source)) {
      if (record.type !== "post" || record.organizationSlug !== "acme") continue;
      ids.push(record.post.id);
      expect(record.revisions.at(-1)?.post).toEqual(record.post);
      if (ids.length !== 5) continue;
      await api.posts.update(acmePost("post-30"), { slug: "a-renamed-one" });
      await api.posts.update(acmePost("post-31"), { slug: "post-30" });
      await api.posts.delete(acmePost("post-39"));
    }
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toHaveLength(43);
  });
});

describe("an import", () => {
  it("restores posts, replaces posts with the same ids and slugs, and keeps the rest", async () => {
    const { storage: source, api, clock } = await fillMemory();
    const target = memoryDriver({ clock });
    await importRecords(target, exportRecords(source), { clock });
    await api.posts.update(acmePost("später"), { slug: "früher" });
    await api.posts.delete(acmePost("a-draft-post"));
    await api.posts.update(acmePost("a-archived-post"), { slug: "a-draft-post" });
    const other = createPublicApi({ storage: target, clock });
    await other.posts.create("acme", { name: "Own" });
    // Cached responses are rendered again.
    await api.posts.update(acmePost("a-published-post"), { name: "Renamed" });
    expect((await answersOf(other)).join()).not.toContain("Renamed");
    const dry = await importRecords(target, exportRecords(source), { dryRun: true, clock });
    expect(dry).toMatchObject({ updated: 3, created: 0 });
    expect(await slugsOf(other, "acme")).toContain("später");
    expect(await importRecords(target, exportRecords(source), { clock })).toEqual(dry);
    expect((await answersOf(other))[0]).toContain("Renamed");
    expect(new Set(await slugsOf(other, "acme"))).toEqual(
      new Set(["a-draft-post", "a-published-post", "früher", "own"]),
    );
    expect(await other.posts.get(acmePost("a-archived-post"))).toBeNull();
    expect((await other.posts.list("acme")).posts).toHaveLength(4);
  });

  it("reserves the ids of posts that were created during an export without a snapshot", async () => {
    const { storage: source, api, clock } = await fillMemory();
    const records: TransferRecord[] = [];
    for await (const record of exportRecords(source)) {
      records.push(record);
      if (record.type === "header") await api.posts.create("acme", { name: "Late" });
    }
    const target = memoryDriver({ clock });
    await importRecords(target, each(records), { clock });
    const imported = createPublicApi({ storage: target, clock });
    expect((await imported.posts.get(acmePost("late")))?.id).toBe(9);
    expect((await imported.posts.create("acme", { name: "New" })).id).toBe(10);
  });

  it("does not find a user by a former address", async () => {
    const storage = memoryDriver();
    const api = createPublicApi({ storage });
    const { id } = await api.users.create({ name: "Ada", email: "ada@acme.example" });
    const records = await recordsOf(storage);
    const moved = records.map((record) =>
      record.type === "user" ? { ...record, user: { ...record.user, email: "Ada@other.example" } } : record,
    );
    await importRecords(storage, each(moved));
    expect(await api.users.findByEmail("ada@acme.example")).toEqual([]);
    expect(await api.users.findByEmail("ada@other.example")).toMatchObject([{ id }]);
  });

  it("keeps all users with the same email address, and counts shared addresses", async () => {
    const source = memoryDriver();
    const api = createPublicApi({ storage: source });
    const twins = [
      await createTwin(source, { name: "Ada", email: "ada@acme.example" }),
      await createTwin(source, { name: "Ada L.", email: "Ada@acme.example" }),
      await createTwin(source, { name: "Third", email: "ada@acme.example" }),
    ];
    await api.users.create({ name: "Bea", email: "bea@acme.example" });
    const target = memoryDriver();
    const imported = createPublicApi({ storage: target });
    const bea = await imported.users.create({ name: "Bea of here", email: "bea@acme.example" });
    for (const outcome of ["created", "unchanged"] as const) {
      const summary = await importRecords(target, exportRecords(source));
      expect(summary).toMatchObject({ sharedAddresses: 2, [outcome]: 4 });
      const found = await imported.users.findByEmail("ada@acme.example");
      expect(found.map(({ id }) => id).toSorted()).toEqual(twins.map(({ id }) => id).toSorted());
      expect(await imported.users.findByEmail("bea@acme.example")).toHaveLength(2);
    }
    expect(await imported.users.get(bea.id)).toEqual(bea);
    await expect(imported.users.create({ name: "Ada", email: "ada@acme.example" })).rejects.toThrow(
      /is the email address of the user/,
    );
  });

  it("keeps a key revoked that was revoked after the export", async () => {
    const { storage, api, keys, clock } = await fillMemory();
    const records = await recordsOf(storage, { withHashes: true });
    clock.advance(86_400_000 - 1);
    for (const key of keys)
      await api.apiKeys.revoke({ organizationSlug: "acme", keyId: key.split("_")[1] ?? "" });
    await importRecords(storage, each(records), { clock });
    for (const key of keys) expect((await ask(api, key)).status).toBe(401);
  });

  it("imports many used keys concurrently, each after its usage counts", async () => {
    const { storage: source, clock } = await fillMemory();
    const api = createPublicApi({ storage: source, clock });
    const userId = (await api.users.iterate().next()).value?.id ?? "";
    for (let number = 0; number < 100; number++) {
      const input = { organizationSlug: "acme", userId, name: `Key ${number}` };
      await ask(api, (await api.apiKeys.generate(input)).key);
    }
    const counted = new Set<string>();
    let keys = 0;
    for (const record of await recordsOf(source, { withHashes: true })) {
      if (record.type === "usage") counted.add(record.usage.keyId.slice(0, 12));
      if (record.type === "key" && counted.has(record.key.id.slice(0, 12))) keys++;
    }
    expect(keys).toBeGreaterThanOrEqual(100);

    const { atomic, ...driver } = memoryDriver({ clock });
    let underWay = 0;
    let most = 0;
    const commit: typeof atomic.commit = async (partition, changes) => {
      if (partition.startsWith("key!")) most = Math.max(most, ++underWay);
      await new Promise((resolve) => void setImmediate(resolve));
      if (partition.startsWith("key!")) underWay--;
      return atomic.commit(partition, changes);
    };
    const target = { ...driver, atomic: { ...atomic, commit } };
    const records = exportRecords(source, { withHashes: true });
    await importRecords(target, records, { clock, concurrency: 16 });
    expect(most).toBe(16);
  });

  it("is rejected with the line, if the store has a different organization with the slug", async () => {
    const { storage: source } = await fillMemory();
    const target = memoryDriver();
    const api = createPublicApi({ storage: target });
    const input = { slug: "other", name: "Mine", siteUrl: "https://x.example" };
    const { id } = await api.organizations.create(input);
    await expect(importRecords(target, exportRecords(source))).rejects.toThrow(
      new RegExp(`^Cannot import line 18: the store has a different organization "other", with the id ${id}`),
    );
    expect((await api.organizations.get("other"))?.name).toBe("Mine");
  });

  it("stops on its signal, and is completed by importing again", async () => {
    const { storage: source, clock } = await fillMemory();
    const target = memoryDriver({ clock });
    const stop = new AbortController();
    const options = {
      clock,
      concurrency: 1,
      signal: stop.signal,
      onProgress: (records: number): void => (records === 5 ? stop.abort() : undefined),
    };
    const first = await importRecords(target, exportRecords(source), options);
    expect(first).toMatchObject({ isComplete: false });
    const second = await importRecords(target, exportRecords(source), { clock });
    expect(second).toMatchObject({ isComplete: true, unchanged: first.created });
    await expect(importRecords(target, each([]), { concurrency: 0 })).rejects.toThrow(
      "concurrency must be a whole number from 1 to 1000, and is 0",
    );
  });
});

describe("an incomplete export", () => {
  const header = {
    type: "header",
    format: "postern-export",
    version: 1,
    exportedAt: "2026-06-15T12:00:00.000Z",
    isSnapshot: true,
    hasHashes: false,
    lastPostId: 0,
  };
  const entry = { id: "a", text: "x", createdAt: "2026-06-15T12:00:00.000Z" };
  const knowledge = { type: "text", organizationSlug: "acme", text: entry };

  it.each<[object[] | string, string | RegExp]>([
    [[], "the export is incomplete: it ends after line 0"],
    [[header], "the export is incomplete: it ends after line 1, without its last line"],
    [[{ type: "end", records: 0 }], "line 1: it is not the first line of an export of Postern"],
    [[{ ...header, version: 2 }], "has version 2, but this version of Postern reads up to version 1"],
    [[{ ...header, version: 0 }], "line 1: /version must be at least 1"],
    [[header, header], "line 2: the first line must be the header, and no other line"],
    [
      [header, { type: "end", records: 3 }],
      "line 2: the export is incomplete: its last line counts 3 records, but there are 0",
    ],
    [[header, { type: "end", records: 0 }, knowledge], "line 3: it follows the last record"],
    [[header, knowledge], 'line 2: the organization "acme" must come before it'],
    [[{ ...header, format: "other" }], "line 1: it is not the first line of an export of Postern"],
    [[header, { type: "thing" }], "line 2: /type must be the type of a record"],
    [[header, { ...knowledge, surplus: 1 }], "line 2: /surplus is not a known field"],
    [
      [header, { ...knowledge, text: { ...entry, createdAt: "2026-02-30T12:00:00.000Z" } }],
      "line 2: /text/createdAt must be a date and time",
    ],
    [[header, { ...knowledge, organizationSlug: "../x" }], "line 2: /organizationSlug must be 1 to 63"],
    ['{"type":"header"\n', "line 1: it is not the first line of an export of Postern"],
    [`${JSON.stringify(header)}\n{"type":\n`, "line 2: it is not valid JSON"],
    [`${JSON.stringify(header)}\n\n`, "line 2: it is not valid JSON"],
    ["<?xml version='1.0'?><rss></rss>\n", "line 1: it is not the first line of an export of Postern"],
    ["x".repeat(20_000), "line 1: it is not the first line of an export of Postern"],
  ])("is rejected with line and reason, and is not written: %j", async (input, message) => {
    const text =
      typeof input === "string" ? input : input.map((line) => `${JSON.stringify(line)}\n`).join("");
    const parts = text.match(/[^]{1,1000}/g) ?? [];
    await expect(checkRecords(parseRecords(each(parts)))).rejects.toThrow(message);
    const storage = memoryDriver();
    await expect(importRecords(storage, parseRecords(each(parts)))).rejects.toThrow(message);
    expect(await storage.atomic.list("org!acme", { limit: 1 })).toEqual([]);
  });
});
