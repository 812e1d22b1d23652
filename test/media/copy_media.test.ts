import { createStorage } from "unstorage";
import { describe, expect, it } from "vitest";
import { copyMedia, type CopiedMedia, type MediaBytes } from "../../lib/media/mod.ts";
import { filesMedia } from "../../media-stores/files.ts";
import { unstorageMedia } from "../../media-stores/unstorage.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { bytesIn, sample } from "../media-stores/_media_bytes_suite.ts";

const keyOf = (owner: string, number: number): string => `${owner}/${String(number).padStart(4, "0")}.x`;

async function fill(bytes: MediaBytes, owner: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    await bytes.put(keyOf(owner, number), new Blob([sample(number + 1)]));
  }
}

async function keysIn(bytes: MediaBytes): Promise<string[]> {
  return (await bytes.list({ limit: 1000 })).keys;
}

const inMemory = (): MediaBytes => unstorageMedia(createStorage());
const kinds: [string, () => MediaBytes][] = [
  ["files", () => filesMedia({ path: scratchDirectory() })],
  ["unstorage", inMemory],
];

describe.each(kinds)("a copy into %s", (_name, open) => {
  it("has all bytes, also of several pages, and a second copy changes nothing", async () => {
    const from = inMemory();
    await fill(from, "acme", 230);
    const to = open();
    const bytes = (230 * 231) / 2;
    expect(await copyMedia(from, to)).toEqual({ copied: 230, bytes, unchanged: 0, isComplete: true });
    expect(await keysIn(to)).toEqual(await keysIn(from));
    for (const key of await keysIn(from)) {
      expect(await bytesIn(await to.get(key))).toEqual(await bytesIn(await from.get(key)));
    }
    expect(await copyMedia(from, to)).toEqual({ copied: 0, bytes: 0, unchanged: 230, isComplete: true });
  });

  it("replaces a part of a file, and keeps other files of the target", async () => {
    const from = inMemory();
    await fill(from, "acme", 3);
    const to = open();
    await to.put(keyOf("acme", 2), new Blob([sample(1)]));
    await to.put(keyOf("other", 0), new Blob([sample(5)]));
    expect(await copyMedia(from, to)).toMatchObject({ copied: 3, unchanged: 0 });
    expect((await bytesIn(await to.get(keyOf("acme", 2))))?.length).toBe(3);
    expect((await keysIn(to)).length).toBe(4);
  });

  it("can be of one organization only", async () => {
    const from = inMemory();
    for (const owner of ["acme", "acme-2", "b"]) await fill(from, owner, 2);
    const to = open();
    expect(await copyMedia(from, to, { organizationSlug: "acme" })).toMatchObject({ copied: 2 });
    expect(await keysIn(to)).toEqual([keyOf("acme", 0), keyOf("acme", 1)]);
  });
});

describe("an interrupted copy", () => {
  it("is continued after an error of the target", async () => {
    const from = inMemory();
    await fill(from, "acme", 100);
    const to = inMemory();
    let left = 40;
    const failing: MediaBytes = {
      ...to,
      put: async (key, body) => {
        if (left-- <= 0) throw new Error("The disk is full");
        await to.put(key, body);
      },
    };
    await expect(copyMedia(from, failing)).rejects.toThrow("The disk is full");
    const done = (await keysIn(to)).length;
    expect(await copyMedia(from, to)).toMatchObject({
      copied: 100 - done,
      unchanged: done,
      isComplete: true,
    });
  });

  it("stops at a signal, and is continued", async () => {
    const from = inMemory();
    await fill(from, "acme", 100);
    const to = inMemory();
    const stop = new AbortController();
    const seen: number[] = [];
    const onProgress = ({ copied }: CopiedMedia): void => {
      seen.push(copied);
      if (copied >= 32) stop.abort();
    };
    expect(await copyMedia(from, to, { signal: stop.signal, onProgress })).toMatchObject({
      copied: 32,
      isComplete: false,
    });
    expect(seen).toEqual([16, 32]);
    expect(await copyMedia(from, to)).toMatchObject({ copied: 68, unchanged: 32 });
  });

  it("leaves out a file that was deleted from the source since it was listed", async () => {
    const from = inMemory();
    await fill(from, "acme", 3);
    const gone = keyOf("acme", 1);
    const get: MediaBytes["get"] = async (key) => (key === gone ? null : from.get(key));
    const size: MediaBytes["size"] = async (key) => (key === gone ? null : (from.size?.(key) ?? null));
    for (const racing of [
      { ...from, get },
      { ...from, get, size },
    ]) {
      expect(await copyMedia(racing, inMemory())).toMatchObject({
        copied: 2,
        unchanged: 0,
        isComplete: true,
      });
    }
  });

  it("holds at most 32 MB of files at a time", async () => {
    const size = 20_000_000;
    const content = new Blob([new Uint8Array(size)]);
    const from = inMemory();
    for (let number = 0; number < 4; number++) await from.put(keyOf("acme", number), content);
    let pending = 0;
    let most = 0;
    const to: MediaBytes = {
      ...inMemory(),
      size: async () => null,
      put: async () => {
        most = Math.max(most, ++pending);
        await new Promise((resolve) => setImmediate(resolve));
        pending--;
      },
    };
    expect(await copyMedia(from, to)).toMatchObject({ copied: 4, bytes: 4 * size });
    expect(most).toBe(1);
  });
});
