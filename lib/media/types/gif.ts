import type { ExaminedContent } from "./examined_file.ts";
import { KeptParts } from "./kept_parts.ts";
import type { SourceFile } from "./source_file.ts";

/** Applications whose extensions change the picture: repetition of an animation, and the colour profile. */
const keptApplications = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

const imageBlock = 0x2c;
const extensionBlock = 0x21;
const endBlock = 0x3b;
const control = 0xf9;
const application = 0xff;

/** Checks a GIF picture. Keeps images, their controls, repetition and the colour profile. Bytes after its end are cut. */
export function examineGif(file: SourceFile): ExaminedContent {
  const [width, height] = [file.u16(6, true), file.u16(8, true)];
  file.checkSize(width, height);
  const parts = new KeptParts(file);
  let at = file.endOfPart(0, 13 + colourTableBytes(file.u8(10)));
  parts.keep(0, at);
  /** The control of the next image. It is dropped with a text, which browsers do not show. */
  let controlled: { start: number; end: number } | undefined;
  let images = 0;
  for (let block = file.u8(at); block !== endBlock; block = file.u8(at)) {
    const end = endOfBlock(file, at, block);
    const label = block === extensionBlock ? file.u8(at + 1) : undefined;
    if (block === imageBlock) {
      images++;
      if (controlled) parts.keep(controlled.start, controlled.end);
      parts.keep(at, end);
    } else if (label === application && keptApplications.has(file.text(at + 3, 11))) parts.keep(at, end);
    if (label === control) controlled = { start: at, end };
    else if (label !== application) controlled = undefined;
    at = end;
  }
  if (images === 0) throw file.damaged("it has no image");
  parts.keep(at, at + 1);
  return { width, height, isAnimated: images > 1, bytes: parts.join() };
}

function endOfBlock(file: SourceFile, at: number, block: number): number {
  if (block === extensionBlock) return endOfData(file, at + 2);
  if (block !== imageBlock) throw file.damaged(`it has no block at byte ${at}`);
  file.checkSize(file.u16(at + 5, true), file.u16(at + 7, true));
  return endOfData(file, at + 11 + colourTableBytes(file.u8(at + 9)));
}

/** Returns the end of blocks of data, each with its length before it, up to an empty block. */
function endOfData(file: SourceFile, from: number): number {
  const { bytes } = file;
  let at = from;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
  return file.endOfPart(at, 1);
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
