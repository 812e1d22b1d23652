import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MediaBytes } from "../../lib/media/mod.ts";
import { expectProblem } from "../api/world.ts";
import { type MediaWorld, openMediaWorld, picture } from "../media/_media_world.ts";

/** A store of bytes that a test opened. */
export interface OpenedBytes {
  bytes: MediaBytes;
  close: () => unknown;
}

/** Bytes whose values tell their places. */
export function sample(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) % 256);
}

/** Reads a stream to its end. */
export async function bytesIn(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array | null> {
  return stream === null ? null : new Uint8Array(await new Response(stream as BodyInit).arrayBuffer());
}

/** A file whose last byte is not at the end of a chunk. */
const file = picture("x".repeat(70_000));
const { length } = file;
const huge = "9".repeat(30);

/** Ranges that a part of the file fits, with its first and its last byte. */
const satisfiable: readonly [range: string, start: number, end: number][] = [
  ["bytes=0-0", 0, 0],
  ["bytes=0-9", 0, 9],
  ["BYTES= 0-9 ", 0, 9],
  ["bytes=000-009", 0, 9],
  ["bytes=5-", 5, length - 1],
  ["bytes=0-", 0, length - 1],
  ["bytes=65535-65536", 65_535, 65_536],
  [`bytes=${length - 1}-${length - 1}`, length - 1, length - 1],
  [`bytes=${length - 1}-`, length - 1, length - 1],
  [`bytes=2-${length}`, 2, length - 1],
  [`bytes=2-${huge}`, 2, length - 1],
  ["bytes=-1", length - 1, length - 1],
  [`bytes=-${length}`, 0, length - 1],
  [`bytes=-${length + 1}`, 0, length - 1],
  [`bytes=-${huge}`, 0, length - 1],
];

/** Ranges without a byte of the file. */
const unsatisfiable = [
  `bytes=${length}-`,
  `bytes=${length}-${length}`,
  `bytes=${huge}-`,
  `bytes=${huge}-${huge}`,
  "bytes=-0",
];

/** Headers that are no single range. */
const ignored = [
  "bytes=0-1,4-5",
  "bytes=9-2",
  "bytes=-",
  "bytes=--1",
  "bytes=a-b",
  "bytes=0-1.5",
  "lines=0-1",
  "bytes 0-1",
];

/** The tests that every store of bytes passes. */
export function describeMediaBytes(name: string, open: () => Promise<OpenedBytes>): void {
  describe(`the bytes of files in ${name}`, () => {
    let opened: OpenedBytes;
    let bytes: MediaBytes;
    beforeAll(async () => {
      opened = await open();
      ({ bytes } = opened);
    });
    afterAll(() => opened.close());

    const keys = async (limit: number): Promise<string[][]> => {
      const pages: string[][] = [];
      let after: string | undefined;
      for (;;) {
        const page = await bytes.list({ limit, ...(after !== undefined && { after }) });
        pages.push(page.keys);
        if (page.next === null) return pages;
        after = page.next;
      }
    };

    it("come back as they were stored", async () => {
      const stored = sample(200_000);
      await bytes.put("acme/aa11.x", new Blob([stored]));
      expect(await bytesIn(await bytes.get("acme/aa11.x"))).toEqual(stored);
      expect(await bytes.size("acme/aa11.x")).toBe(200_000);
    });

    it.each([
      [0, 9],
      [7, 7],
      [65_530, 70_000],
      [199_999, 199_999],
    ])("come back from byte %i to byte %i", async (start, end) => {
      await bytes.put("acme/aa11.x", new Blob([sample(200_000)]));
      const part = await bytesIn(await bytes.get("acme/aa11.x", { start, end }));
      expect(part).toEqual(sample(200_000).subarray(start, end + 1));
    });

    it("are null for an unknown key, and after they were removed", async () => {
      expect(await bytes.get("acme/ffff.none")).toBeNull();
      expect(await bytes.size("acme/ffff.none")).toBeNull();
      await bytes.put("acme/ab12.y", new Blob([sample(10)]));
      await bytes.delete("acme/ab12.y");
      await bytes.delete("acme/ab12.y");
      expect(await bytes.get("acme/ab12.y")).toBeNull();
    });

    it("are replaced as a whole", async () => {
      await bytes.put("acme/ac13.z", new Blob([sample(1000)]));
      await bytes.put("acme/ac13.z", new Blob([sample(10)]));
      expect(await bytesIn(await bytes.get("acme/ac13.z"))).toEqual(sample(10));
    });

    it("can be left by their reader", async () => {
      await bytes.put("acme/ad14.w", new Blob([sample(500_000)]));
      const reader = (await bytes.get("acme/ad14.w"))?.getReader();
      expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
      await reader?.cancel();
      expect((await bytesIn(await bytes.get("acme/ad14.w")))?.length).toBe(500_000);
    });

    it("are listed by page, each once", async () => {
      const stored = ["b/aa.1", "b/aa.1.w320.webp", "b/ab.1", "b/b0.1", "b/b1.1", "b2/aa.1", "c/00.1"];
      for (const key of stored) await bytes.put(key, new Blob([sample(3)]));
      for (const limit of [1, 2, 3, 100]) {
        const pages = await keys(limit);
        expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(limit);
        const found = pages.flat();
        expect(found.filter((key) => !key.startsWith("acme/")).toSorted()).toEqual(stored);
        expect(new Set(found).size).toBe(found.length);
      }
    });

    describe("over HTTP", () => {
      let world: MediaWorld["world"];
      let path: string;
      beforeAll(async () => {
        const served = await openMediaWorld({}, bytes);
        ({ world } = served);
        const { hash } = await served.media.upload("acme", file, { name: "a.png" });
        path = `/media/acme/${hash}/a.png`;
      });
      const get = async (range: string): Promise<Response> => world.send("GET", path, { headers: { range } });

      it.each(satisfiable)("come back for the range %s", async (range, start, end) => {
        const response = await get(range);
        expect(response.status).toBe(206);
        expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end}/${length}`);
        expect(response.headers.get("content-length")).toBe(String(end - start + 1));
        expect(await bytesIn(response.body)).toEqual(file.subarray(start, end + 1));
      });

      it.each(ignored)("come back as a whole for the range %s", async (range) => {
        const response = await get(range);
        expect([response.status, response.headers.get("content-range")]).toEqual([200, null]);
        expect(await bytesIn(response.body)).toEqual(file);
      });

      it.each(unsatisfiable)("are refused for the range %s", async (range) => {
        const response = await get(range);
        expect(response.headers.get("content-range")).toBe(`bytes */${length}`);
        await expectProblem(response, 416, "range-not-satisfiable");
      });
    });
  });
}
