import type { ExaminedContent } from "./examined_file.ts";
import { KeptParts } from "./kept_parts.ts";
import { orientationOf, type Orientation, shownSize, tiffOf } from "./orientation.ts";
import type { SourceFile } from "./source_file.ts";

/** Chunks that change the picture. All others are metadata. */
const keptChunks = new Set(
  "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs hIST acTL fcTL fdAT".split(" "),
);

/** Length, name and checksum of a chunk. */
const chunkFrame = 12;

/** Checks a PNG picture. Keeps the chunks that change the picture, and the orientation. Bytes after its end are cut. */
export function examinePng(file: SourceFile): ExaminedContent {
  const parts = new KeptParts(file);
  parts.keep(0, 8);
  const { width, height } = readHeader(file);
  const seen = new Set<string>();
  let orientation: Orientation = 1;
  let frames = 1;
  for (let at = 8; !seen.has("IEND");) {
    const length = file.u32(at);
    const name = file.text(at + 4, 4);
    const end = file.endOfPart(at, length + chunkFrame);
    if (name === "eXIf" && !seen.has(name)) {
      orientation = orientationOf(file.bytes.subarray(at + 8, at + 8 + length));
      if (orientation !== 1) parts.add(chunkOf("eXIf", tiffOf(orientation)));
    } else if (keptChunks.has(name)) parts.keep(at, end);
    else if (isCritical(name)) throw file.damaged(`its part at byte ${at} is unknown`);
    if (name === "acTL" && length >= 4) frames = file.u32(at + 8);
    seen.add(name);
    at = end;
  }
  if (!seen.has("IDAT")) throw file.damaged("it has no image data");
  return { ...shownSize(width, height, orientation), isAnimated: frames > 1, bytes: parts.join() };
}

function readHeader(file: SourceFile): { width: number; height: number } {
  const isHeader = file.u32(8) === 13 && file.text(12, 4) === "IHDR";
  const depth = file.u8(24);
  const depths = depthsOfColour[file.u8(25)] ?? [];
  const hasKnownMethods = file.u8(26) === 0 && file.u8(27) === 0 && file.u8(28) <= 1;
  if (!isHeader || !depths.includes(depth) || !hasKnownMethods) throw file.damaged("its header is invalid");
  const size = { width: file.u32(16), height: file.u32(20) };
  file.checkSize(size.width, size.height);
  return size;
}

/** Bits for each channel, by the number of the colour type. */
const depthsOfColour: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Returns true if a decoder must know the chunk: the first letter of its name is a capital. */
function isCritical(name: string): boolean {
  return !/^[a-z][A-Za-z]{3}$/.test(name);
}

function chunkOf(name: string, content: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(content.length + chunkFrame);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  chunk.set(new TextEncoder().encode(name), 4);
  chunk.set(content, 8);
  view.setUint32(content.length + 8, checksumOf(chunk.subarray(4, content.length + 8)));
  return chunk;
}

/** CRC-32 of a few bytes. */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~sum >>> 0;
}
