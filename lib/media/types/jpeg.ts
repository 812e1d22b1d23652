import type { ExaminedContent } from "./examined_file.ts";
import { KeptParts } from "./kept_parts.ts";
import { type Orientation, orientationOf, shownSize, tiffOf } from "./orientation.ts";
import type { SourceFile } from "./source_file.ts";

const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;

const exifName = "Exif\0\0";

/** Checks a JPEG picture. Keeps the segments that decoders need, the colour profile and the orientation. Bytes after its end are cut. */
export function examineJpeg(file: SourceFile): ExaminedContent {
  const parts = new KeptParts(file);
  parts.keep(0, 2);
  let size: { width: number; height: number } | undefined;
  let orientation: Orientation | undefined;
  let hasScan = false;
  for (let at = 2; ;) {
    at = startOfSegment(file, at);
    const marker = file.u8(at + 1);
    if (marker === endOfImage) {
      parts.keep(at, at + 2);
      break;
    }
    const end = endOfSegment(file, at);
    if (isFrame(marker)) {
      if (size !== undefined) throw file.damaged("it has a second frame");
      size = { width: file.u16(at + 7), height: file.u16(at + 5) };
      file.checkSize(size.width, size.height);
    }
    if (isExif(file, at, end) && orientation === undefined) {
      orientation = orientationOf(file.bytes.subarray(at + 4 + exifName.length, end));
      if (orientation !== 1) parts.add(exifSegment(orientation));
    } else if (isJfif(file, at, end)) parts.add(withoutThumbnail(file.bytes.subarray(at, at + 18)));
    else if (isKept(file, at, end)) parts.keep(at, end);
    at = end;
    if (marker === startOfScan) {
      at = endOfScan(file, at);
      parts.keep(end, at);
      hasScan = true;
    }
  }
  if (size === undefined || !hasScan) throw file.damaged("it has no image data");
  return { ...shownSize(size.width, size.height, orientation ?? 1), bytes: parts.join() };
}

/** Returns the position of the next marker. Any number of fill bytes may come before it. */
function startOfSegment(file: SourceFile, from: number): number {
  let at = from;
  if (file.u8(at) !== 0xff) throw file.damaged(`it has no segment at byte ${at}`);
  while (file.u8(at + 1) === 0xff) at++;
  return at;
}

function endOfSegment(file: SourceFile, at: number): number {
  const length = file.u16(at + 2);
  if (length < 2) throw file.damaged(`it has no segment at byte ${at}`);
  return file.endOfPart(at, length + 2);
}

/** Returns the position of the marker after the compressed data of a scan. */
function endOfScan(file: SourceFile, from: number): number {
  const { bytes } = file;
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  throw file.damaged("it has no end");
}

/** Returns true for the markers that begin a frame: C0 to CF, without tables (C4, CC) and the reserved C8. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function isExif(file: SourceFile, at: number, end: number): boolean {
  return file.u8(at + 1) === 0xe1 && hasName(file, at, end, exifName);
}

function isJfif(file: SourceFile, at: number, end: number): boolean {
  return file.u8(at + 1) === 0xe0 && end - at >= 18 && hasName(file, at, end, "JFIF\0");
}

/** Keeps all segments but comments and the metadata of applications. Colour profiles and Adobe's colour transform are kept. */
function isKept(file: SourceFile, at: number, end: number): boolean {
  const marker = file.u8(at + 1);
  if (marker === comment) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  if (marker === 0xe2) return hasName(file, at, end, "ICC_PROFILE\0");
  return marker === 0xee && hasName(file, at, end, "Adobe");
}

function hasName(file: SourceFile, at: number, end: number, name: string): boolean {
  return end - at >= 4 + name.length && file.text(at + 4, name.length) === name;
}

/** The thumbnail of a JFIF segment can show a part that was cut off the picture. */
function withoutThumbnail(segment: Uint8Array): Uint8Array {
  const small = segment.slice();
  small.set([0, 16], 2);
  small.set([0, 0], 16);
  return small;
}

function exifSegment(orientation: Orientation): Uint8Array {
  const content = [...new TextEncoder().encode(exifName), ...tiffOf(orientation)];
  return new Uint8Array([0xff, 0xe1, 0, content.length + 2, ...content]);
}
