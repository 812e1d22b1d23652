import type { SourceFile } from "./source_file.ts";

/** A box of a file of the ISO base media format (ISO/IEC 14496-12), such as MP4 and AVIF. */
export interface Box {
  name: string;
  /** Position of its length. */
  start: number;
  /** Position of its content. */
  content: number;
  end: number;
}

/** Yields the boxes in a range. @throws {DamagedFileError} if a box does not end within the range */
export function* boxesIn(file: SourceFile, start: number, end: number): Generator<Box> {
  for (let at = start; at < end;) {
    const short = file.u32(at);
    const isLong = short === 1;
    const rest = end - at;
    const length = isLong ? file.u32(at + 8) * 2 ** 32 + file.u32(at + 12) : short || rest;
    const header = isLong ? 16 : 8;
    if (length < header || length > rest) throw file.damaged(`its part at byte ${at} has no end`);
    const next = file.endOfPart(at, length);
    yield { name: file.text(at + 4, 4), start: at, content: at + header, end: next };
    at = next;
  }
}

/** Returns the first box with a name. */
export function boxIn(file: SourceFile, { content, end }: Box, name: string): Box | undefined {
  for (const box of boxesIn(file, content, end)) if (box.name === name) return box;
  return undefined;
}

/** Reads numbers one after another. */
export class Cursor {
  readonly #file: SourceFile;
  at: number;

  constructor(file: SourceFile, at: number) {
    this.#file = file;
    this.at = at;
  }

  /** Reads a number of 0, 1, 2, 4 or 8 bytes. */
  next(bytes: number): number {
    let value = 0;
    for (let left = bytes; left > 0; left--) value = value * 256 + this.#file.u8(this.at++);
    return value;
  }

  text(length: number): string {
    this.at += length;
    return this.#file.text(this.at - length, length);
  }
}
