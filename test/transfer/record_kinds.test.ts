import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { type AtomicDriver, encodeKey, type KeyPart, openStore } from "../../lib/store/mod.ts";
import {
  exportLines,
  exportRecords,
  importRecords,
  migrateStore,
  restoreStore,
  type TransferRecord,
} from "../../lib/moving/entry.ts";
import { parseRecords } from "../../lib/moving/mod.ts";
import { anywhere, kindOf, type RecordKind, recordKinds } from "../../lib/moving/transfer/record_kinds.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf, each } from "../async_items.ts";
import { ManualClock } from "../manual_clock.ts";
import { fillEveryKind, webhookSecret } from "./_filled_store.ts";
import { stores } from "./_stores.ts";

/** Names that are no kinds: keys in partitions whose records are all of one kind, and a status of keys. */
const otherNames = new Set([
  "announced",
  "at",
  "claim",
  "last",
  "lease",
  "link",
  "live",
  "migration",
  "pending",
  "relay",
]);

/** Returns the first parts of the keys and partitions that the code names, with the files that name them. */
function namesInCode(): Map<string, string> {
  const names = new Map<string, string>();
  const signature = String.raw`(?:\([^)\n]*\))?(?:: [\w[\]]+(?: [\w[\]]+)*)?`;
  const place = String.raw`(?:partition|directory|key|prefix|guard|counter|location|by(?:name|word|time))\w*\b`;
  const patterns = [
    new RegExp(String.raw`${place}${signature}\s*(?::|=|=>|= ${signature} =>)\s*\[\s*"([a-z][a-z-]*)"`, "gi"),
    /KeyPart\[\](?: =>| =)?\s*\[\s*"([a-z][a-z-]*)"/g,
    /(?:KeyPart|string)\[\] \{[^}]*?return \[\s*"([a-z][a-z-]*)"/g,
  ];
  for (const name of readdirSync("lib", { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts") || /browser_scripts|testing\/|record_kinds/.test(name)) continue;
    const file = `lib/${name}`;
    const text = readFileSync(file, "utf8");
    if (!/\b(?:KeyPart|Location|partition|prefix)\b/.test(text)) continue;
    for (const pattern of patterns) for (const [, name = ""] of text.matchAll(pattern)) names.set(name, file);
  }
  return names;
}

/** All rows of the tables. */
const rows = Object.entries(recordKinds).flatMap(([partition, kinds]) =>
  Object.entries(kinds).map(([key, kind]) => ({ partition, key, kind })),
);

/** Writes a record without data. */
async function writeRaw(storage: AtomicDriver, partition: KeyPart[], key: KeyPart[]): Promise<void> {
  const randomBytes = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length);
  const store = openStore(storage, { deployment: "process", clock: new ManualClock(), randomBytes });
  await store.commit(partition, { sets: [{ key, data: {} }] });
}

/** Returns the kinds of all records of a store. */
async function kindsIn(storage: AtomicDriver): Promise<{ name: string; kind: RecordKind | undefined }[]> {
  const kinds: { name: string; kind: RecordKind | undefined }[] = [];
  for await (const partition of storage.atomic.partitions?.() ?? []) {
    for (const { key } of await storage.atomic.list(partition, { limit: 10_000 })) {
      kinds.push({ name: `${partition} ${key}`, kind: kindOf({ partition, key }) });
    }
  }
  return kinds;
}

function countsOf(kinds: Awaited<ReturnType<typeof kindsIn>>, part: "item" | "left"): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of kinds) {
    if (kind === undefined || kind === "rebuilt" || !(part in kind)) continue;
    const name = (kind as Record<string, string>)[part] ?? "";
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe("the tables of the kinds of records", () => {
  it("have every kind that the code names: add a new kind to lib/moving/transfer/record_kinds.ts", () => {
    const known = new Set([
      ...rows.flatMap(({ partition, key }) => [partition, key]),
      ...Object.keys(anywhere),
    ]);
    const names = namesInCode();
    const unknown = Array.from(names).filter(([name]) => !known.has(name) && !otherNames.has(name));
    expect(unknown).toEqual([]);
    // The search must find the kinds that exist, or it would not find a new one.
    const unfound = [...known].filter((name) => name !== "*" && !names.has(name));
    expect(unfound.toSorted()).toEqual(["doctor", "unstorage"]);
  });

  it("have no kind that docs/records.md leaves out", () => {
    const page = readFileSync("docs/records.md", "utf8");
    const names = new Set([
      ...rows.flatMap(({ partition, key }) => [partition, key]),
      ...Object.keys(anywhere),
    ]);
    const missing = [...names].filter((name) => name !== "*" && !new RegExp(`\`${name}[!\`]`).test(page));
    expect(missing).toEqual([]);
  });

  it("have every kind of a store in which all features were used", async () => {
    const storage = memoryDriver({ clock: new ManualClock() });
    await fillEveryKind(storage);
    const kinds = await kindsIn(storage);
    expect(kinds.filter(({ kind }) => kind === undefined)).toEqual([]);
    const items = rows.flatMap(({ kind }) => (kind !== "rebuilt" && "item" in kind ? kind.item : []));
    expect(Object.keys(countsOf(kinds, "item")).toSorted()).toEqual([...new Set(items)].toSorted());
  });
});

describe.each(stores)("copies into %s", (_name, open) => {
  it("carry every kind of record, or count it", async () => {
    const clock = new ManualClock();
    const source = memoryDriver({ clock });
    const { previewToken, webhookIds } = await fillEveryKind(source, clock);
    const before = await kindsIn(source);
    const left = countsOf(before, "left");
    expect(Object.keys(left)).toContain("waiting deliveries");
    const lines = await allOf(exportLines(source, { withHashes: true, withWebhooks: true, clock }));
    const read = (): AsyncGenerator<TransferRecord> => parseRecords(textsOf(lines));
    for (const copy of [
      (target: AtomicDriver) => migrateStore(source, target, { sourceName: "memory", clock }),
      (target: AtomicDriver) => restoreStore(target, read, { sourceName: "/backup.jsonl", clock }),
    ]) {
      const { storage, close } = await open(clock);
      try {
        const copied = await copy(storage);
        expect(copied).toMatchObject({ isComplete: true, differences: [], leftBehind: left });
        const after = await kindsIn(storage);
        expect(countsOf(after, "item")).toEqual(countsOf(before, "item"));
        expect(countsOf(after, "left")).toEqual({});
        await useCopy(storage, { clock, previewToken, webhookIds });
      } finally {
        await close();
      }
    }
  });
});

/** Checks that a preview link shows its post, and that the webhooks deliver new events with their secrets. */
async function useCopy(
  storage: AtomicDriver,
  { clock, previewToken, webhookIds }: { clock: ManualClock; previewToken: string; webhookIds: string[] },
): Promise<void> {
  const requests: { url: string; body: string }[] = [];
  const send = async (request: {
    url: string;
    body: string;
  }): Promise<{ status: number; body: Uint8Array }> => {
    requests.push(request);
    return { status: 204, body: new Uint8Array() };
  };
  const api = createPublicApi({ storage, clock, secret: webhookSecret, webhooks: { send } });
  const address = `http://localhost/api/public/v1/post/acme/a-draft-post?preview=${previewToken}`;
  expect((await api.fetch(new Request(address))).status).toBe(200);
  const { webhooks } = await api.webhooks.list("acme");
  const statuses = Object.fromEntries(webhooks.map(({ id, status }) => [id, status]));
  const [enabled = "", paused = ""] = webhookIds;
  expect(statuses).toEqual({ [enabled]: "enabled", [paused]: "paused" });
  await api.posts.create("acme", { name: "After the copy", html: "<p>Hi</p>", tags: ["a"] });
  await api.events.deliver();
  await api.events.settle();
  expect(requests.map(({ url }) => url)).toEqual(["https://site.example/one"]);
  expect(requests[0]?.body).toContain("after-the-copy");
}

async function* textsOf(lines: readonly { text: string }[]): AsyncGenerator<string> {
  for (const { text } of lines) yield text;
}

describe("records that a copy leaves behind", () => {
  const left = rows.flatMap(({ partition, key, kind }) =>
    kind !== "rebuilt" && "left" in kind ? [{ name: kind.left, partition, key }] : [],
  );

  it.each([...left, { name: "records of an unknown kind, org/mystery", partition: "org", key: "mystery" }])(
    "$name ($partition $key) are named and counted",
    async ({ name, partition, key }) => {
      const clock = new ManualClock();
      const source = memoryDriver({ clock });
      await createPublicApi({ storage: source, clock }).users.create({ name: "Ada" });
      await writeRaw(source, [partition, "acme"], [key, "x"]);
      const { leftBehind } = await migrateStore(source, memoryDriver({ clock }), { sourceName: "m", clock });
      expect(leftBehind).toEqual({ [name]: 1 });
    },
  );

  it("include items of organizations that the host keeps", async () => {
    const clock = new ManualClock();
    const source = memoryDriver({ clock });
    await createPublicApi({ storage: source, clock }).users.create({ name: "Ada" });
    await writeRaw(source, ["org", "of-host"], ["webhook", "x"]);
    const { leftBehind } = await migrateStore(source, memoryDriver({ clock }), { sourceName: "m", clock });
    expect(leftBehind).toEqual({ webhooks: 1 });
  });

  it("are the webhooks and preview links in an export, whose import says so, and webhooks in an import of a backup", async () => {
    const clock = new ManualClock();
    const source = memoryDriver({ clock });
    await fillEveryKind(source, clock);
    for (const withHashes of [false, true]) {
      const records = await allOf(exportRecords(source, { withHashes, clock }));
      expect(JSON.stringify(records)).not.toContain("sealed");
      expect(records.at(-1)).toMatchObject({ leftBehind: { webhooks: 2 } });
      const summary = await importRecords(memoryDriver({ clock }), each(records), { clock });
      expect(summary.leftBehind).toMatchObject({
        webhooks: 2,
        ...(withHashes ? {} : { "preview links": 1 }),
      });
    }
    const backup = exportRecords(source, { withHashes: true, withWebhooks: true, clock });
    const target = memoryDriver({ clock });
    expect((await importRecords(target, backup, { clock })).leftBehind).toMatchObject({ webhooks: 2 });
    expect((await createPublicApi({ storage: target, clock }).webhooks.list("acme")).webhooks).toEqual([]);
  });

  it("are only those of the organization in an export of one organization", async () => {
    const clock = new ManualClock();
    const source = memoryDriver({ clock });
    await fillEveryKind(source, clock);
    const records = await allOf(exportRecords(source, { organizationSlug: "other", clock }));
    expect(Object.keys((records.at(-1) as { leftBehind?: object }).leftBehind ?? {})).not.toContain(
      "webhooks",
    );
  });
});

it("a comparison finds a record of the target that no export reads", async () => {
  const clock = new ManualClock();
  const source = memoryDriver({ clock });
  await fillEveryKind(source, clock);
  const target = memoryDriver({ clock });
  let isAdded = false;
  const onProgress = async (): Promise<void> => {
    if (isAdded) return;
    isAdded = true;
    await writeRaw(target, ["org", "of-host"], ["webhook", "x"]);
  };
  const { differences } = await migrateStore(source, target, {
    sourceName: "m",
    clock,
    onProgress: () => void onProgress(),
  });
  expect(differences).toEqual(['the target has 3 records of type "webhook", the source has 2']);
});

it("restore pauses webhooks on request, and its comparison agrees", async () => {
  const clock = new ManualClock();
  const source = memoryDriver({ clock });
  const { webhookIds } = await fillEveryKind(source, clock);
  const read = (): AsyncGenerator<TransferRecord> =>
    exportRecords(source, { withHashes: true, withWebhooks: true, clock });
  const target = memoryDriver({ clock });
  const options = { sourceName: "/b.jsonl", clock, pauseWebhooks: true };
  expect(await restoreStore(target, read, options)).toMatchObject({ isComplete: true });
  const { webhooks } = await createPublicApi({ storage: target, clock }).webhooks.list("acme");
  expect(webhooks.map(({ status }) => status)).toEqual(webhookIds.map(() => "paused"));
});

it("the names of the tables are written as they are", () => {
  const names = rows.flatMap(({ partition, key }) => [partition, key]).filter((name) => name !== "*");
  expect(names.map((name) => encodeKey([name]))).toEqual(names);
});
