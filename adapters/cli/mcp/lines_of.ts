import type { Readable } from "node:stream";

/** Maximum length of a line in bytes. */
export const longestLine = 10_485_760;

const lineFeed = 10;

/** Reads the lines of a stream that are not blank, and a last line without an end. A line that is too long is undefined. */
export async function* linesOf(input: Readable): AsyncGenerator<Uint8Array | undefined> {
  const line = new LineBuffer();
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      line.add(chunk.subarray(start, end));
      if (!line.isBlank()) yield line.bytes();
      line.clear();
      start = end + 1;
    }
    line.add(chunk.subarray(start));
  }
  if (!line.isBlank()) yield line.bytes();
}

/** The parts of a line. */
class LineBuffer {
  #parts: Buffer[] = [];
  #length = 0;

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= longestLine) this.#parts.push(part);
    else this.#parts = [];
  }

  /** True for white space and a byte order mark alone. */
  isBlank(): boolean {
    return this.#length <= longestLine && this.#parts.every((part) => part.toString().trim() === "");
  }

  bytes(): Uint8Array | undefined {
    return this.#length > longestLine ? undefined : Buffer.concat(this.#parts);
  }

  clear(): void {
    this.#parts = [];
    this.#length = 0;
  }
}
