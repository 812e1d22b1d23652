import type { ExaminedContent } from "./examined_file.ts";
import type { SourceFile } from "./source_file.ts";

/** Kilobits a second of layer III, by their number in a frame's header. */
const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

const sampleRates = [44_100, 48_000, 32_000];

/** Maximum number of bytes between the tag and the first frame. Some programs write padding. */
const mostPadding = 10_000;

/** Checks MP3 sound: an ID3 tag, if it has one, and its first two frames. Its bytes stay as they are. */
export function examineMp3(file: SourceFile): ExaminedContent {
  const start = endOfTag(file);
  const last = Math.min(start + mostPadding, file.length - 4);
  for (let at = start; at <= last; at++) {
    if (areFrames(file.bytes, at)) return { bytes: file.bytes, note };
    // Without a tag, the first byte is a frame.
    if (start === 0) break;
  }
  throw file.damaged("it has no sound");
}

const note = "Metadata in the file is kept, such as its title and a picture of its cover.";

function endOfTag(file: SourceFile): number {
  if (file.text(0, 3) !== "ID3") return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (file.u8(at) % 128), 0);
  return file.endOfPart(0, size + 10);
}

/** Returns true if bytes begin with two frames of sound. */
export function areFrames(bytes: Uint8Array, at: number): boolean {
  const length = frameLength(bytes, at);
  return length !== undefined && frameLength(bytes, at + length) !== undefined;
}

/** Returns the length of a frame of layer III in bytes, and undefined if it is not a frame. */
function frameLength(bytes: Uint8Array, at: number): number | undefined {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  const isFrame = first === 0xff && second >= 0xe0 && version !== 1 && ((second >> 1) & 3) === 1;
  const isFirstVersion = version === 3;
  const bitRate = bitRates[isFirstVersion ? 1 : 2][third >> 4];
  const sampleRate = sampleRates[(third >> 2) & 3];
  if (!isFrame || !bitRate || sampleRate === undefined) return undefined;
  const divisor = isFirstVersion ? 1 : version === 2 ? 2 : 4;
  const samples = isFirstVersion ? 144_000 : 72_000;
  return Math.floor((samples * bitRate) / (sampleRate / divisor)) + ((third >> 1) & 1);
}
