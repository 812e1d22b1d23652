import { describe, expect, it } from "vitest";
import {
  describeMediaFinding,
  inspectMedia,
  inspectStore,
  type MediaFinding,
  repairStore,
} from "../../lib/moving/entry.ts";
import { type AtomicDriver, encodeKey, type KeyPart, openStore, rangeOf } from "../../lib/store/mod.ts";
import { allOf } from "../async_items.ts";
import { type MediaWorld, openMediaWorld, upload } from "./_media_world.ts";

const partition = ["org", "acme"];

async function openFilled(): Promise<{ opened: MediaWorld; hashes: string[]; storage: AtomicDriver }> {
  const opened = await openMediaWorld();
  const hashes: string[] = [];
  for (const text of ["one", "two", "three"]) {
    hashes.push((await upload(opened, text)).hash);
    opened.world.clock.advance(1000);
  }
  return { opened, hashes, storage: opened.world.storage as AtomicDriver };
}

/** Changes the records of the organization directly. */
async function change(
  { world: { clock, storage } }: MediaWorld,
  changes: Parameters<ReturnType<typeof openStore>["commit"]>[1],
): Promise<void> {
  const randomBytes = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length);
  await openStore(storage, { deployment: "process", clock, randomBytes }).commit(partition, changes);
}

const problems = async (storage: AtomicDriver): Promise<string[]> =>
  (await allOf(inspectStore(storage))).map(
    ({ problem, address: { key } }) => `${problem} ${key.split("!", 1)[0]}`,
  );

describe("the inspection of files", () => {
  it.each<
    [
      what: string,
      spoil: (opened: MediaWorld, key: string) => Promise<unknown>,
      problem: string,
      text: RegExp,
    ]
  >([
    [
      "bytes that are missing",
      ({ bytes }, key) => bytes.delete(key),
      "no-bytes",
      /^the file [0-9a-f]{40} of acme has no bytes: the media store lacks acme\//,
    ],
    [
      "bytes that were cut short",
      ({ bytes }, key) => bytes.put(key, new Blob(["x"])),
      "wrong-size",
      /^the file [0-9a-f]{40} of acme has 1 bytes instead of \d+ in acme\//,
    ],
  ])("finds %s", async (_what, spoil, problem, text) => {
    const { opened, storage } = await openFilled();
    expect(await allOf(inspectMedia(storage, opened.bytes))).toEqual([]);
    const [key = ""] = await opened.keys();
    await spoil(opened, key);
    const findings: MediaFinding[] = await allOf(inspectMedia(storage, opened.bytes));
    expect(findings).toEqual([expect.objectContaining({ problem, key, organizationSlug: "acme" })]);
    expect(findings.map(describeMediaFinding)).toEqual([expect.stringMatching(text)]);
  });

  it("finds missing bytes of a copy of a picture", async () => {
    const { opened, hashes, storage } = await openFilled();
    const [hash = ""] = hashes;
    const store = openStore(storage, {
      deployment: "process",
      clock: opened.world.clock,
      randomBytes: (length) => new Uint8Array(length),
    });
    const found = await store.get<object>({ partition, key: ["media", hash] });
    const data = { ...found?.data, variants: { "320.webp": 7 } };
    await change(opened, {
      sets: [{ key: ["media", hash], data }],
      sums: [{ key: ["media-bytes"], add: 7 }],
    });
    expect(await problems(storage)).toEqual([]);
    expect(await allOf(inspectMedia(storage, opened.bytes))).toEqual([
      expect.objectContaining({ problem: "no-bytes", key: expect.stringMatching(/\.320\.webp$/) as string }),
    ]);
  });

  it("counts bytes without a record, also of an organization that was deleted", async () => {
    const { opened, storage } = await openFilled();
    await opened.bytes.put("acme/aa.left", new Blob(["x"]));
    expect(await allOf(inspectMedia(storage, opened.bytes))).toEqual([{ problem: "unnamed", files: 1 }]);
    await opened.world.api.organizations.delete("acme");
    const findings: MediaFinding[] = await allOf(inspectMedia(storage, opened.bytes));
    expect(findings.map(describeMediaFinding)).toEqual([
      "4 files have no record; the sweep removes the bytes",
    ]);
  });
});

describe("the repair of files", () => {
  const key = (hash: string): KeyPart[] => ["media", hash];

  it.each<[what: string, spoil: (opened: MediaWorld, hash: string) => Promise<unknown>, found: string[]]>([
    [
      "a counter that is too high",
      (opened) => change(opened, { sums: [{ key: ["media-bytes"], add: 5 }] }),
      ["miscounted media-bytes"],
    ],
    [
      "a counter that is missing",
      (opened) => change(opened, { deletes: [["media-bytes"]] }),
      ["miscounted media-bytes"],
    ],
    [
      "an entry of the index that is missing",
      async (opened, hash) => {
        const [entry] = await opened.media
          .list("acme", { limit: 10 })
          .then(({ media }) => media.filter((file) => file.hash === hash));
        await change(opened, { deletes: [["media-by", Date.parse(entry?.createdAt ?? ""), hash]] });
      },
      ["missing media-by"],
    ],
    [
      "an entry of the index of another time",
      (opened, hash) => change(opened, { sets: [{ key: ["media-by", 1, hash], data: {} }] }),
      ["unlisted media-by"],
    ],
    [
      "an entry of the index without a file",
      (opened) => change(opened, { sets: [{ key: ["media-by", 1, "0".repeat(40)], data: {} }] }),
      ["stray media-by"],
    ],
    [
      "a file whose record was lost",
      (opened, hash) => change(opened, { deletes: [key(hash)] }),
      ["stray media-by", "miscounted media-bytes"],
    ],
  ])("corrects %s", async (_what, spoil, found) => {
    const { opened, hashes, storage } = await openFilled();
    const [, hash = ""] = hashes;
    const { atomic } = storage;
    await spoil(opened, hash);
    expect(await problems(storage)).toEqual(found);
    const aside: string[] = [];
    const { left } = await repairStore(storage, { setAside: (record) => void aside.push(record.key) });
    expect([left, await problems(storage)]).toEqual([0, []]);
    expect(aside.every((one) => one.startsWith("media-by!"))).toBe(true);
    const { media } = await opened.media.list("acme");
    const records = await atomic.list(encodeKey(partition), { ...rangeOf(["media"]), limit: 10 });
    expect(media.length).toBe(records.length);
    const sum = media.reduce((bytes, file) => bytes + file.bytes, 0);
    expect((await opened.media.usage("acme")).bytes).toBe(sum);
  });

  it("leaves records without bytes as they are", async () => {
    const { opened, hashes, storage } = await openFilled();
    for (const stored of await opened.keys()) await opened.bytes.delete(stored);
    await repairStore(storage, { setAside: () => undefined });
    for (const hash of hashes)
      expect(await opened.media.get({ organizationSlug: "acme", hash })).not.toBeNull();
  });
});
