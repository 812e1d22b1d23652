import { describe, expect, it } from "vitest";
import { UploadError } from "../../lib/import/uploads/mod.ts";
import { ReadingBudget } from "../../lib/import/uploads/reading_budget.ts";
import { inflateEntry } from "../../lib/import/uploads/zip/inflate_entry.ts";
import { readDirectory } from "../../lib/import/uploads/zip/read_directory.ts";
import { linesOf, openFile, zipOf } from "./_upload.ts";

async function changed(zip: Blob, change: (bytes: Uint8Array, view: DataView) => void): Promise<Blob> {
  const bytes = new Uint8Array(await zip.arrayBuffer());
  change(bytes, new DataView(bytes.buffer));
  return new Blob([bytes]);
}

/** Returns the places of the entries in a zip's directory. */
function entriesIn(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer);
  const places: number[] = [];
  for (let at = 0; at < bytes.length - 4; at++) if (view.getUint32(at, true) === 0x02014b50) places.push(at);
  return places;
}

const zeros = new Uint8Array(60_000_000);

describe("a zip bomb", () => {
  it("is refused while it is inflated, before the first post", async () => {
    const posts = Object.fromEntries(
      Array.from({ length: 45 }, (_, index) => [`${index}.md`, zeros.subarray(0, 4_900_000)]),
    );
    const bomb = zipOf({ "0_first.md": "# First", ...posts });
    expect(bomb.size).toBeLessThan(500_000);
    const upload = await openFile(bomb, "bomb.zip");
    const read: string[] = [];
    const reading = (async () => {
      for await (const item of upload.items()) read.push(item.kind);
    })();
    await expect(reading).rejects.toThrow("Divide it into several zips");
    expect(read).toEqual([]);
  });

  it("that states a small size inflates no further than a step", async () => {
    const bomb = await changed(zipOf({ "a.md": zeros }), (bytes, view) => {
      for (const at of entriesIn(bytes)) view.setUint32(at + 24, 100, true);
    });
    const budget = new ReadingBudget();
    const before = budget.bytesLeft;
    const [entry] = await readDirectory(bomb);
    if (entry === undefined) throw new Error("no entry");
    const reading = (async () => {
      for await (const _bytes of inflateEntry(bomb, entry, budget));
    })();
    await expect(reading).rejects.toThrow("damaged");
    expect(before - budget.bytesLeft).toBeLessThan(17_000_000);
  });

  it("lets others have their turn after each megabyte", async () => {
    const zip = zipOf({ "a.md": zeros });
    const [entry] = await readDirectory(zip);
    if (entry === undefined) throw new Error("no entry");
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    for await (const bytes of inflateEntry(zip, entry, new ReadingBudget()))
      expect(bytes.length).toBeLessThan(17_000_000);
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it("with more than 10,000 files is refused by its directory", async () => {
    const many = await changed(zipOf({ "a.md": "# A" }), (bytes, view) => {
      view.setUint16(bytes.length - 12, 10_001, true);
    });
    await expect(openFile(many, "many.zip")).rejects.toThrow("10,001 files and folders");
  });
});

describe("a zip that cannot be read", () => {
  it("is refused if it is encrypted", async () => {
    const zip = await changed(zipOf({ "a.md": "# A" }), (bytes, view) => {
      for (const at of entriesIn(bytes)) view.setUint16(at + 8, view.getUint16(at + 8, true) | 1, true);
    });
    await expect(openFile(zip, "a.zip")).rejects.toThrow("encrypted with a password");
  });

  it.each([
    ["size", 24],
    ["compressed size", 20],
    ["place", 42],
  ])("is refused if the %s of a file is in a record of ZIP64", async (_name, offset) => {
    const zip = await changed(zipOf({ "a.md": "# A" }), (bytes, view) => {
      for (const at of entriesIn(bytes)) view.setUint32(at + offset, 0xff_ff_ff_ff, true);
    });
    await expect(openFile(zip, "a.zip")).rejects.toThrow("in the format ZIP64");
  });

  it("is read without a file whose method nobody knows", async () => {
    const zip = await changed(zipOf({ "a.md": "# A" }), (bytes, view) => {
      for (const at of entriesIn(bytes)) view.setUint16(at + 10, 12, true);
    });
    expect(await linesOf(zip)).toEqual(["skipped a.md: it has the compression method 12, which is not read"]);
  });

  it("is not read beyond the limit of a long configuration", async () => {
    const files = { "_config.yml": "# comment\n".repeat(200_000), "a.md": "# A" };
    const zip = await changed(zipOf(files), (bytes, view) => {
      // The whole file would be damaged.
      view.setUint32((entriesIn(bytes)[0] ?? 0) + 24, 4_000_000, true);
    });
    expect(await linesOf(zip)).toEqual([expect.stringContaining("longer than 65536 characters"), "post A"]);
  });

  it("skips links", async () => {
    const zip = await changed(zipOf({ "a.md": "/etc/passwd", "b.md": "# B" }, 0), (bytes, view) => {
      view.setUint32((entriesIn(bytes)[0] ?? 0) + 38, 0o120777 * 65_536, true);
    });
    expect(await linesOf(zip)).toEqual(["skipped a.md: it is a symbolic link", "post B"]);
  });

  it("is refused in words, however it is cut or changed", async () => {
    const whole = new Uint8Array(await zipOf({ "a/a.md": "# A", "a/b.md": "# B".repeat(999) }).arrayBuffer());
    for (let length = 4; length < whole.length; length++) {
      await expect(linesOf(new Blob([whole.subarray(0, length)]))).rejects.toThrow(UploadError);
    }
    for (let at = 4; at < whole.length; at++) {
      const bytes = whole.slice();
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      const error = await linesOf(new Blob([bytes])).then(
        () => undefined,
        (refused: unknown) => refused,
      );
      expect(error === undefined || error instanceof UploadError).toBe(true);
    }
  });
});
