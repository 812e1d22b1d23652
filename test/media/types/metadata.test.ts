import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { examineFile } from "../../../lib/media/types/mod.ts";
import { box, bytesOf, gradient, inserted, pngChunk, u32, withPrivateMetadata } from "./_files.ts";

const formats: [string, (picture: Sharp) => Sharp][] = [
  ["jpeg", (picture) => picture.jpeg()],
  ["png", (picture) => picture.png()],
  ["webp", (picture) => picture.webp()],
  ["lossless webp", (picture) => picture.webp({ lossless: true })],
  ["avif", (picture) => picture.avif({ effort: 0, lossless: true })],
];

const cut = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  examineFile(bytes, { name: "photo" }).bytes;
const latin1 = (bytes: Uint8Array<ArrayBuffer>): string => new TextDecoder("latin1").decode(bytes);
const pixelsOf = (bytes: Uint8Array<ArrayBuffer>): Promise<Buffer> =>
  sharp(bytes).autoOrient().raw().toBuffer();

describe.each(formats)("metadata of %s", (_name, format) => {
  it("is cut, and the colour profile and pixels stay", async () => {
    const original = await format(withPrivateMetadata(gradient(40, 24))).toBuffer();
    expect(latin1(original)).toContain("SecretCamera");
    const stored = cut(original);
    expect(latin1(stored)).not.toMatch(/Secret|xmpmeta/);
    const [before, after] = await Promise.all([original, stored].map((bytes) => sharp(bytes).metadata()));
    expect(before?.icc).toBeDefined();
    expect(after?.icc).toEqual(before?.icc);
    expect([after?.exif, after?.xmp]).toEqual([undefined, undefined]);
    expect(await pixelsOf(stored)).toEqual(await pixelsOf(original));
  });

  it("is cut in the same way twice", async () => {
    const stored = cut(await format(withPrivateMetadata(gradient(40, 24), 6)).toBuffer());
    expect(cut(stored)).toEqual(stored);
  });
});

describe.each(formats.filter(([name]) => name !== "avif"))("orientation of %s", (_name, format) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("%i is kept, and turns the size", async (orientation) => {
    const original = await format(withPrivateMetadata(gradient(40, 24), orientation)).toBuffer();
    const { bytes, width, height } = examineFile(original, { name: "photo" });
    expect({ width, height }).toEqual(
      orientation >= 5 ? { width: 24, height: 40 } : { width: 40, height: 24 },
    );
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(original));
    expect((await sharp(bytes).metadata()).orientation ?? 1).toBe(orientation);
    expect(latin1(bytes)).not.toContain("Secret");
  });
});

describe("other parts with private values", () => {
  it("are cut from a JPEG picture: comments, IPTC, thumbnails and pictures after the end", async () => {
    const original = await gradient(40, 24).jpeg().toBuffer();
    const iptc = "Photoshop 3.0\0SecretIptc";
    const thumbnail = bytesOf([0xff, 0xe0, 0, 19], "JFIF\0", [1, 1, 0, 0, 1, 0, 1, 1, 1], [1, 2, 3]);
    const comment = bytesOf([0xff, 0xfe, 0, 8], "Secret");
    const parts = bytesOf(thumbnail, [0xff, 0xed, 0, iptc.length + 2], iptc, comment);
    const start = original.subarray(0, 2);
    const afterJfif = original.subarray(4 + (original[5] ?? 0));
    const stored = cut(bytesOf(start, parts, afterJfif, "Secret"));
    expect(stored).toEqual(
      bytesOf(start, [0xff, 0xe0, 0, 16], "JFIF\0", [1, 1, 0, 0, 1, 0, 1, 0, 0], afterJfif),
    );
  });

  it("are cut from a CMYK picture, and Adobe's colour transform stays", async () => {
    const original = await gradient(40, 24)
      .toColourspace("cmyk")
      .withExif({ IFD0: { Artist: "Secret" } })
      .jpeg()
      .toBuffer();
    const stored = cut(original);
    expect(latin1(stored)).toContain("Adobe");
    expect(latin1(stored)).not.toContain("Secret");
    expect(await pixelsOf(stored)).toEqual(await pixelsOf(original));
  });

  it("are cut from a PNG picture: texts, time and unknown chunks, and colour chunks stay", async () => {
    const original = await gradient(40, 24).png().toBuffer();
    const cicp = pngChunk("cICP", bytesOf([9, 16, 0, 1]));
    const secret = bytesOf("Secret");
    const parts = ["tEXt", "zTXt", "iTXt", "tIME", "caBX", "prVt"].map((name) => pngChunk(name, secret));
    expect(cut(inserted(original, 33, bytesOf(...parts, cicp)))).toEqual(inserted(original, 33, cicp));
  });

  it("are cut from a GIF picture: comments, XMP and texts, and repetition stays", async () => {
    const frames = await Promise.all(
      [1, 2].map((size) =>
        gradient(size * 10, 20)
          .resize(20, 20)
          .png()
          .toBuffer(),
      ),
    );
    const original = await sharp(frames, { join: { animated: true } })
      .gif({ loop: 3 })
      .toBuffer();
    const first = original.indexOf(bytesOf([0x21, 0xff]));
    const xmp = bytesOf([0x21, 0xff, 11], "XMP DataXMP", [6], "Secret", 0);
    const text = bytesOf([0x21, 0x01, 12], new Uint8Array(12), [6], "Secret", 0);
    const comment = bytesOf([0x21, 0xfe, 6], "Secret", 0);
    const stored = cut(bytesOf(inserted(original, first, bytesOf(xmp, text, comment)), "Secret"));
    expect(stored).toEqual(bytesOf(original));
    expect((await sharp(stored, { animated: true }).metadata()).loop).toBe(3);
  });

  it("are cut from a WebP picture, and its header names no metadata", async () => {
    const original = await withPrivateMetadata(gradient(40, 24)).webp().toBuffer();
    const flags = (bytes: Uint8Array<ArrayBuffer>): number => (bytes[20] ?? 0) & 0b1100;
    expect(flags(bytesOf(original))).toBe(0b1100);
    const added = bytesOf("ABCD", [6, 0, 0, 0], "Secret");
    const stored = cut(bytesOf(original, added).map((byte, at) => (at === 4 ? byte + added.length : byte)));
    expect(flags(stored)).toBe(0);
    expect(latin1(stored)).not.toContain("Secret");
  });

  it("are cut from an AVIF picture: boxes that are not a part of the picture", async () => {
    const original = await gradient(40, 24).avif({ effort: 0 }).toBuffer();
    const stored = cut(bytesOf(original, box("uuid", "Secret")));
    expect(stored).toEqual(bytesOf(original, box("free", u32(0), [0, 0])));
    expect(await pixelsOf(stored)).toEqual(await pixelsOf(original));
  });
});
