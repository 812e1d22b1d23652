import type { ExaminedContent } from "./examined_file.ts";
import { KeptParts } from "./kept_parts.ts";
import { type Orientation, orientationOf, shownSize, tiffOf } from "./orientation.ts";
import type { SourceFile } from "./source_file.ts";

const keptChunks = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]);

/** Flags of the chunk VP8X. */
const exifFlag = 8;
const xmpFlag = 4;
const animationFlag = 2;

const textEncoder = new TextEncoder();

/** Checks a WebP picture. Keeps images, transparency, the colour profile and the orientation. Bytes after its end are cut. */
export function examineWebp(file: SourceFile): ExaminedContent {
  const last = file.endOfPart(8, file.u32(4, true));
  const parts = new KeptParts(file);
  parts.keep(0, 12);
  const sizes: Size[] = [];
  let orientation: Orientation = 1;
  let flags: number | undefined;
  let hasImage = false;
  for (let at = 12; at + 8 <= last;) {
    const name = file.text(at, 4);
    const length = file.u32(at + 4, true);
    const end = file.endOfPart(at, 8 + length + (length % 2));
    if (name === "VP8X") {
      if (at !== 12) throw file.damaged("its header is not at its start");
      flags = file.u8(at + 8);
    }
    if (name === "EXIF" && orientation === 1) orientation = orientationOf(exifOf(file, at + 8, length));
    const size = sizeOf(file, name, at + 8);
    if (size !== undefined) sizes.push(size);
    hasImage ||= name !== "VP8X" && size !== undefined;
    if (keptChunks.has(name)) parts.keep(at, end);
    at = end;
  }
  const [size] = sizes;
  if (size === undefined || !hasImage) throw file.damaged("it has no image data");
  for (const { width, height } of sizes) file.checkSize(width, height);
  if (flags === undefined) orientation = 1;
  if (orientation !== 1) parts.add(exifChunk(orientation));
  const bytes = parts.join();
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true);
  if (flags !== undefined) bytes[20] = (flags & ~(exifFlag | xmpFlag)) | (orientation === 1 ? 0 : exifFlag);
  const isAnimated = flags !== undefined && (flags & animationFlag) !== 0;
  return { ...shownSize(size.width, size.height, orientation), isAnimated, bytes };
}

interface Size {
  width: number;
  height: number;
}

/** Returns the size that a chunk states, if it states the size of the picture or of an image. */
function sizeOf(file: SourceFile, name: string, at: number): Size | undefined {
  switch (name) {
    case "VP8X":
      return { width: file.u24Little(at + 4) + 1, height: file.u24Little(at + 7) + 1 };
    case "ANMF":
      return { width: file.u24Little(at + 6) + 1, height: file.u24Little(at + 9) + 1 };
    case "VP8 ":
      if (file.text(at + 3, 3) !== "\u009d\u0001\u002a") throw file.damaged("its image has no start");
      return { width: file.u16(at + 6, true) % 0x40_00, height: file.u16(at + 8, true) % 0x40_00 };
    case "VP8L": {
      if (file.u8(at) !== 0x2f) throw file.damaged("its image has no start");
      const bits = file.u32(at + 1, true);
      return { width: (bits % 0x40_00) + 1, height: ((bits >>> 14) % 0x40_00) + 1 };
    }
    default:
      return undefined;
  }
}

/** Some programs write the name that EXIF has in JPEG pictures before it. */
function exifOf(file: SourceFile, at: number, length: number): Uint8Array {
  const start = length >= 6 && file.text(at, 4) === "Exif" ? at + 6 : at;
  return file.bytes.subarray(start, at + length);
}

function exifChunk(orientation: Orientation): Uint8Array {
  const tiff = tiffOf(orientation);
  return new Uint8Array([...textEncoder.encode("EXIF"), tiff.length, 0, 0, 0, ...tiff]);
}
