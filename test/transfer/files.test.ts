import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import { copyMedia, type MediaBytes, mediaStore } from "../../lib/media/mod.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import {
  exportLines,
  exportRecords,
  importRecords,
  inspectMedia,
  inspectStore,
  migrateStore,
  type TransferRecord,
} from "../../lib/moving/entry.ts";
import { parseRecords } from "../../lib/moving/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { unstorageMedia } from "../../media-stores/unstorage.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf, each } from "../async_items.ts";
import { ManualClock } from "../manual_clock.ts";
import { picture } from "../media/_media_world.ts";

/** An API with its own store and its own bytes of files. */
interface Site {
  api: PublicApi;
  media: NonNullable<PublicApi["media"]>;
  storage: AtomicDriver;
  bytes: MediaBytes;
}

function openSite(clock: ManualClock): Site {
  const storage = slowDriver(memoryDriver({ clock }), 3);
  const bytes = unstorageMedia(createStorage());
  const api = createPublicApi({ storage, clock, media: mediaStore(bytes) });
  if (api.media === undefined) throw new Error("The API has no files");
  return { api, media: api.media, storage, bytes };
}

async function fill(clock: ManualClock): Promise<Site> {
  const site = openSite(clock);
  await site.api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  for (const name of ["one.png", "two.png", "three.png"]) {
    await site.media.upload("acme", picture(name), { name, alt: `The ${name}` });
    clock.advance(1000);
  }
  return site;
}

async function expectWhole({ storage, bytes }: Site): Promise<void> {
  expect(await allOf(inspectStore(storage))).toEqual([]);
  expect(await allOf(inspectMedia(storage, bytes))).toEqual([]);
}

const status = async ({ api }: Site, url: string): Promise<number> =>
  (await api.fetch(new Request(`http://localhost${url}`))).status;

const files = (records: readonly TransferRecord[]): Extract<TransferRecord, { type: "file" }>[] =>
  records.flatMap((record) => (record.type === "file" ? [record] : []));

describe("the records of files", () => {
  it.each<[how: string, copy: (source: Site, target: Site, clock: ManualClock) => Promise<unknown>]>([
    [
      "an export and its import",
      async (source, target, clock) =>
        importRecords(target.storage, exportRecords(source.storage, { clock }), { clock }),
    ],
    [
      "a migration",
      async (source, target, clock) =>
        migrateStore(source.storage, target.storage, { sourceName: "source", clock }),
    ],
  ])("are moved by %s, and shown after a copy of the bytes", async (_how, copy) => {
    const clock = new ManualClock();
    const source = await fill(clock);
    const target = openSite(clock);
    await copy(source, target, clock);
    const { media } = await source.media.list("acme");
    expect((await target.media.list("acme")).media).toEqual(media);
    expect(await target.media.usage("acme")).toEqual(await source.media.usage("acme"));
    expect(await allOf(inspectStore(target.storage))).toEqual([]);
    expect((await allOf(inspectMedia(target.storage, target.bytes))).map(({ problem }) => problem)).toEqual(
      media.map(() => "no-bytes"),
    );
    await copyMedia(source.bytes, target.bytes);
    await expectWhole(target);
    for (const { url } of media) expect(await status(target, url)).toBe(200);
    expect((await target.media.sweep()).kept).toBe(3);
  });

  it("are unchanged by a second import, with an exact counter after each", async () => {
    const clock = new ManualClock();
    const source = await fill(clock);
    const records = await allOf(exportRecords(source.storage, { clock }));
    const target = openSite(clock);
    await copyMedia(source.bytes, target.bytes);
    for (const outcome of ["created", "unchanged"] as const) {
      const { types } = await importRecords(target.storage, each(records), { clock });
      expect(types.file).toMatchObject({ [outcome]: 3 });
      await expectWhole(target);
    }
  });

  it("keep the bytes of a file that the target has, and give it their texts and time", async () => {
    const clock = new ManualClock();
    const source = await fill(clock);
    const target = openSite(clock);
    await importRecords(target.storage, each(withoutFiles(await allOf(exportRecords(source.storage)))));
    clock.advance(5000);
    const own = await target.media.upload("acme", picture("one.png"), { name: "own.png" });
    const { types } = await importRecords(target.storage, exportRecords(source.storage, { clock }), {
      clock,
    });
    expect(types.file).toEqual({ created: 2, updated: 1, unchanged: 0 });
    expect(await target.media.list("acme")).toEqual(await source.media.list("acme"));
    expect(await status(target, own.url)).toBe(200);
    await copyMedia(source.bytes, target.bytes);
    expect(await allOf(inspectStore(target.storage))).toEqual([]);
    expect(await allOf(inspectMedia(target.storage, target.bytes))).toEqual([
      { problem: "unnamed", files: 1 },
    ]);
  });

  it("restore a file that the target has deleted", async () => {
    const clock = new ManualClock();
    const source = await fill(clock);
    const records = await allOf(exportRecords(source.storage, { clock }));
    const [file] = files(records);
    await source.media.delete({ organizationSlug: "acme", hash: file?.file.hash ?? "" });
    const { types } = await importRecords(source.storage, each(records), { clock });
    expect(types.file).toEqual({ created: 1, updated: 0, unchanged: 2 });
    await expectWhole(source);
    expect(await source.media.sweep()).toMatchObject({ kept: 3, waiting: 0 });
  });

  it("of deleted files are left behind, and counted", async () => {
    const clock = new ManualClock();
    const source = await fill(clock);
    const [file] = (await source.media.list("acme")).media;
    await source.media.delete({ organizationSlug: "acme", hash: file?.hash ?? "" });
    const { leftBehind } = await importRecords(openSite(clock).storage, exportRecords(source.storage));
    expect(leftBehind).toMatchObject({ "deleted files": 1 });
  });

  it("need no media store, whose addresses then respond with 404", async () => {
    const clock = new ManualClock();
    const source = await fill(clock);
    const storage = memoryDriver({ clock });
    await importRecords(storage, exportRecords(source.storage));
    const api = createPublicApi({ storage, clock });
    const [file] = (await source.media.list("acme")).media;
    expect((await api.fetch(new Request(`http://localhost${file?.url}`))).status).toBe(404);
    expect(await allOf(inspectStore(storage))).toEqual([]);
  });

  it("may be missing, as in exports of a version before", async () => {
    const source = await fill(new ManualClock());
    const records = withoutFiles(await allOf(exportRecords(source.storage)));
    const target = openSite(new ManualClock());
    expect(await importRecords(target.storage, each(records))).toMatchObject({
      isComplete: true,
      created: 1,
    });
  });
});

describe("a record of a file in an export", () => {
  it.each<[what: string, change: object, error: string]>([
    [
      "names bytes of another organization",
      { key: "other/HASH.abc" },
      'the organization in /file/key must be "acme"',
    ],
    [
      "names bytes of another file",
      { key: `acme/${"0".repeat(40)}.abc` },
      "/file must have a key with its hash",
    ],
    ["has a key of another form", { key: "../acme/HASH" }, "/file/key must be the key of bytes"],
    ["has no hash", { hash: "x" }, "/file/hash must be 40 hexadecimal digits"],
    ["has no bytes", { bytes: 0 }, "/file/bytes must be at least 1"],
    ["has an unknown type", { type: "text/html" }, "/file/type must be the type of a file"],
    ["has a copy of an unknown form", { variants: { "../x": 1 } }, "must be a width and a format"],
    ["has an unknown field", { path: "/etc" }, "/file/path"],
  ])("that %s is refused with its line", async (_what, change, error) => {
    const source = await fill(new ManualClock());
    const lines = await allOf(exportLines(source.storage));
    const at = lines.findIndex(({ type }) => type === "file");
    const record = JSON.parse(lines[at]?.text ?? "") as { file: { hash: string } };
    const { hash } = record.file;
    const changed = JSON.stringify({ ...record, file: { ...record.file, ...change } }).replaceAll(
      "HASH",
      hash,
    );
    async function* text(): AsyncGenerator<string> {
      for (const [index, line] of lines.entries()) yield index === at ? `${changed}\n` : line.text;
    }
    const importing = importRecords(memoryDriver(), parseRecords(text()));
    await expect(importing).rejects.toThrow(new RegExp(`line ${at + 1}\\b.*${escaped(error)}`));
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[/.]/g, String.raw`\$&`);
}

/** Returns the records as an export of a version before would have them. */
function withoutFiles(records: readonly TransferRecord[]): TransferRecord[] {
  const kept = records.filter(({ type }) => type !== "file");
  return kept.map((record) => (record.type === "end" ? { ...record, records: kept.length - 2 } : record));
}
