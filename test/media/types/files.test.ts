import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { DamagedFileError, UnsupportedFileError } from "../../../lib/base/file_errors.ts";
import { examineFile, type ExaminedFile } from "../../../lib/media/types/mod.ts";
import {
  avifWith,
  box,
  bytesOf,
  film,
  gradient,
  inserted,
  pngChunk,
  pngHeader,
  sound,
  svg,
  u32,
} from "./_files.ts";

type File = Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
type Stored = Partial<Omit<ExaminedFile, "note">> & { note?: RegExp; without?: string };
type Case<Expected> = [name: string, file: () => File, expected: Expected];

const png = (): Promise<Uint8Array<ArrayBuffer>> => gradient(30, 20).png().toBuffer();
const jpeg = (): Promise<Uint8Array<ArrayBuffer>> => gradient(30, 20).jpeg().toBuffer();
const gif = (): Promise<Uint8Array<ArrayBuffer>> => gradient(30, 20).gif().toBuffer();
const webp = (): Promise<Uint8Array<ArrayBuffer>> => gradient(30, 20).webp().toBuffer();
const avif = (): Promise<Uint8Array<ArrayBuffer>> => gradient(30, 20).avif({ effort: 0 }).toBuffer();
const animation = async (): Promise<Sharp> => {
  const frames = await Promise.all(
    [gradient(30, 20), gradient(30, 20).negate()].map((one) => one.png().toBuffer()),
  );
  return sharp(frames, { join: { animated: true } });
};
const cut = async (file: File, left = 0.7): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = await file;
  return bytes.subarray(0, Math.floor(bytes.length * left));
};
const script = "*/=alert(1)//<script>alert(1)</script>";
const text = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content);

const picture = { width: 30, height: 20, isInline: true };

const accepted: Case<Stored>[] = [
  ["photo.png", png, { ...picture, type: "image/png", isAnimated: false }],
  ["photo.jpg", jpeg, { ...picture, type: "image/jpeg" }],
  [
    "progressive.jpg",
    () => gradient(30, 20).jpeg({ progressive: true }).toBuffer(),
    { ...picture, type: "image/jpeg" },
  ],
  [
    "cmyk.jpg",
    () => gradient(30, 20).toColourspace("cmyk").jpeg().toBuffer(),
    { ...picture, type: "image/jpeg" },
  ],
  ["photo.gif", gif, { ...picture, type: "image/gif", isAnimated: false }],
  ["photo.webp", webp, { ...picture, type: "image/webp", isAnimated: false }],
  [
    "lossless.webp",
    () => gradient(30, 20).webp({ lossless: true }).toBuffer(),
    { ...picture, type: "image/webp" },
  ],
  ["photo.avif", avif, { ...picture, type: "image/avif", isAnimated: false }],
  [
    "moving.gif",
    async () => (await animation()).gif().toBuffer(),
    { ...picture, type: "image/gif", isAnimated: true },
  ],
  [
    "moving.webp",
    async () => (await animation()).webp().toBuffer(),
    { ...picture, type: "image/webp", isAnimated: true },
  ],
  [
    "moving.png",
    async () => inserted(await png(), 33, pngChunk("acTL", bytesOf(u32(2), u32(0)))),
    { type: "image/png", isAnimated: true },
  ],
  ["wide.png", () => gradient(16_384, 2).png().toBuffer(), { width: 16_384, height: 2 }],
  [
    "trailing_archive.png",
    async () => bytesOf(await png(), "PK\u0003\u0004", script),
    { ...picture, without: "alert" },
  ],
  ["trailing_page.jpg", async () => bytesOf(await jpeg(), script), { ...picture, without: "alert" }],
  [
    "script.jpg",
    async () => inserted(await jpeg(), 2, bytesOf([0xff, 0xfe, 0, 40], script)),
    { ...picture, without: "alert" },
  ],
  [
    "script.gif",
    async () => withComment(await gif(), script),
    { ...picture, type: "image/gif", without: "alert" },
  ],
  [
    "text.png",
    async () => inserted(await png(), 33, pngChunk("tEXt", text(script))),
    { ...picture, without: "alert" },
  ],
  ["wrong_name.pdf", png, { type: "image/png" }],
  [
    "report.pdf",
    () => text("%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n"),
    { type: "application/pdf", isInline: false, note: /kept/ },
  ],
  [
    "film.mp4",
    film,
    { type: "video/mp4", width: 360, height: 640, isInline: false, note: /Metadata in the film is kept/ },
  ],
  [
    "at_home.mp4",
    () => film(box("udta", box("\u00a9xyz", "+52.5/"))),
    { type: "video/mp4", note: /says where it was recorded/ },
  ],
  ["song.mp3", () => sound(3), { type: "audio/mpeg", isInline: false, note: /kept/ }],
  [
    "tagged.mp3",
    () => bytesOf("ID3", [4, 0, 0, 0, 0, 0, 20], new Uint8Array(20), sound(2)),
    { type: "audio/mpeg", note: /kept/ },
  ],
  [
    "logo.svg",
    () => svg('<path d="M0 0h9"/>'),
    { type: "image/svg+xml", width: 40, height: 20, isInline: true },
  ],
  [
    "large.svg",
    () => svg(`<desc>${"a".repeat(500_000)}</desc>`),
    { type: "image/svg+xml", isInline: false, note: /download/ },
  ],
];

const refused: Case<RegExp>[] = [
  ["empty", () => new Uint8Array(), /is not of a supported type. Send a PNG picture/],
  ["page.html", () => text("<!doctype html><script>alert(1)</script>"), /is not of a supported type/],
  ["page.png", () => text("<html>%PDF-1.7 %%EOF"), /"page.png" is not of a supported type/],
  ["program.exe", () => bytesOf("MZ", new Uint8Array(200)), /is not of a supported type/],
  ["photo.heic", () => bytesOf(box("ftyp", "heic", u32(0), "mif1heic")), /is not of a supported type/],
  [
    "bomb.png",
    () => bytesOf(pngHeader(20_000, 20_000), pngChunk("IDAT"), pngChunk("IEND")),
    /20,000 x 20,000 pixels; at most 16,384 a side/,
  ],
  [
    "many_pixels.png",
    () => bytesOf(pngHeader(16_000, 16_000), pngChunk("IDAT"), pngChunk("IEND")),
    /100,000,000 in all/,
  ],
  [
    "bomb.gif",
    async () => (await gif()).map((byte, at) => (at >= 6 && at < 10 ? 255 : byte)),
    /65,535 x 65,535/,
  ],
  ["bomb.jpg", async () => withJpegSize(await jpeg(), 60_000), /60,000 x 60,000/],
  ["flat.png", () => bytesOf(pngHeader(0, 5), pngChunk("IDAT"), pngChunk("IEND")), /width or height is 0/],
  [
    "odd_colour.png",
    async () => (await png()).map((byte, at) => (at === 25 ? 5 : byte)),
    /its header is invalid/,
  ],
  [
    "unknown_chunk.png",
    async () => inserted(await png(), 33, pngChunk("ABCD")),
    /its part at byte 33 is unknown/,
  ],
  ["cut.png", () => cut(png()), /"cut.png" is not a complete PNG picture: it ends at byte/],
  ["cut.jpg", () => cut(jpeg()), /is not a complete JPEG picture: it has no end/],
  ["cut.gif", () => cut(gif()), /is not a complete GIF picture/],
  ["cut.webp", () => cut(webp()), /is not a complete WebP picture/],
  ["cut.avif", () => cut(avif()), /is not a complete AVIF picture/],
  ["cut.mp4", () => cut(film(), 0.98), /is not a complete MP4 film/],
  ["cut.pdf", () => text("%PDF-1.7\n1 0 obj"), /is not a complete PDF document: it has no end mark/],
  ["cut.mp3", () => bytesOf("ID3", [4, 0, 0, 0, 0, 9, 0], sound(1)), /is not a complete MP3 sound/],
  ["script.js.gif", () => text("GIF89a/*\u0001\u0001*/=alert(1)//;"), /is not a complete GIF picture/],
  ["entities.svg", () => svg("<text>&a;</text>", '<!DOCTYPE svg [<!ENTITY a "a">]>'), /declares entities/],
  [
    "unclosed.svg",
    () => text('<svg xmlns="http://www.w3.org/2000/svg"><g>'),
    /is not a complete SVG picture/,
  ],
  ["latin1.svg", () => bytesOf(svg("<desc>"), [0xe9], "</desc>"), /its text is not UTF-8/],
  ["no_namespace.svg", () => text("<svg><path/></svg>"), /its first element is not svg/],
  ["repeated.svg", () => svg(repeated(10)), /repeats its parts too often/],
  ["repeated_by_class.svg", () => svg(repeatedByStyle(".c1")), /repeats its parts too often/],
  ["repeated_by_name.svg", () => svg(repeatedByStyle("svg > g, text:hover")), /repeats its parts too often/],
  ["repeated_by_long_style.svg", () => svg(repeated(10, longStyle)), /repeats its parts too often/],
  ["endless.svg", () => svg('<g id="a"><use href="#a"/><use href="#a"/></g>'), /repeats its parts too often/],
  ["deep.svg", () => svg("<g>".repeat(101) + "</g>".repeat(101)), /100 levels are allowed/],
  ["many_parts.png", manyChunks, /more than 20,000 parts/],
  ["many_extents.avif", () => avifWith(emptyExtents(1000, 65_535)), /more than 20,000 parts/],
  ["many_items.avif", () => avifWith(emptyExtents(30_000, 0)), /more than 20,000 parts/],
  [
    "many_properties.avif",
    () => avifWith(emptyExtents(0, 0), bytesOf(u32(0), u32(30_000), new Uint8Array(90_000))),
    /more than 20,000 parts/,
  ],
  ["overlapping.avif", () => avifWith(extentsOfMetadata(10, 100)), /its metadata overlaps/],
];

describe("a file is stored with its type and size", () => {
  it.each(accepted)("%s", async (name, file, expected) => {
    const { bytes, note, ...examined } = examineFile(await file(), { name });
    const { note: expectedNote, without = "Never in a file", ...fields } = expected;
    expect(examined).toMatchObject(fields);
    expect(note ?? "").toMatch(expectedNote ?? /^$/);
    expect(new TextDecoder("latin1").decode(bytes)).not.toContain(without);
    // The added part of this picture has no checksum, which decoders need.
    const hasDecoder = examined.isInline && examined.type !== "image/svg+xml" && name !== "moving.png";
    expect(hasDecoder ? await sharp(bytes).stats() : "no picture").toBeDefined();
  });
});

describe("a file is refused with words", () => {
  it.each(refused)("%s", async (name, file, expected) => {
    const bytes = await file();
    const examine = (): unknown => examineFile(bytes, { name });
    expect(examine).toThrow(expected);
    expect(errorOf(examine)).toSatisfy(
      (error) => error instanceof DamagedFileError || error instanceof UnsupportedFileError,
    );
  });
});

function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

function withComment(gif: Uint8Array<ArrayBuffer>, comment: string): Uint8Array<ArrayBuffer> {
  const tableBytes = 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
  return inserted(gif, 13 + tableBytes, bytesOf([0x21, 0xfe, comment.length], comment, 0));
}

function withJpegSize(jpeg: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const frame = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xc0);
  const sizes = [size >> 8, size & 255, size >> 8, size & 255];
  return bytesOf(jpeg.subarray(0, frame + 5), sizes, jpeg.subarray(frame + 9));
}

/** Each part uses the part before it ten times. */
function repeated(parts: number, useOf = (id: number): string => `<use href="#p${id}"/>`): string {
  const uses = (id: number): string => useOf(id).repeat(10);
  return `<path id="p0"/>${Array.from({ length: parts }, (_, id) => `<g id="p${id + 1}">${uses(id)}</g>`).join("")}`;
}

/** An element whose style refers to a part after more characters than a value of an attribute with functions may have. */
function longStyle(id: number): string {
  return `<path style="${"fill:red;".repeat(300)}mask:url(#p${id})"/>`;
}

/** A rule of a style sheet refers to a picture of repeated parts, and the last element has the rule. */
function repeatedByStyle(selector: string): string {
  return `<style>${selector}{mask:url(#p4)}</style>${repeated(4)}<g class="c0 c1">${"<g class='c1'/>".repeat(20)}</g>`;
}

/** A picture of more parts than any program writes. */
function manyChunks(): Uint8Array<ArrayBuffer> {
  const [header, chunk] = [pngHeader(1, 1), pngChunk("IDAT")];
  const bytes = new Uint8Array(header.length + chunk.length * 20_000);
  bytes.set(header);
  for (let at = header.length; at < bytes.length; at += chunk.length) bytes.set(chunk, at);
  return bytes;
}

/** Positions of items that do not exist, with extents that take no bytes. */
function emptyExtents(items: number, extents: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + 6 * items);
  bytes.set([0, 0, 0, 0, 0, 0, items >> 8, items & 255]);
  for (let at = 8; at < bytes.length; at += 6) bytes.set([0, 9, 0, 0, extents >> 8, extents & 255], at);
  return bytes;
}

/** Positions of the metadata, in extents at the start of the file. */
function extentsOfMetadata(extents: number, length: number): Uint8Array<ArrayBuffer> {
  const places = Array.from({ length: extents }, () => [...u32(0), ...u32(length)]).flat();
  return bytesOf(u32(0), [0x44, 0, 0, 1, 0, 2, 0, 0, 0, extents], places);
}
