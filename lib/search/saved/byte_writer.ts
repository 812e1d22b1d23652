const encoder = new TextEncoder();

/** Size of the first buffer in bytes. */
const firstSize = 65_536;
/** Longest text that is written without the encoder, which costs more than a short loop. */
const shortText = 32;

/** Writes integers and texts as bytes, and gives them away in pieces. */
export class ByteWriter {
  #bytes = new Uint8Array(firstSize);
  #length = 0;

  /** Number of bytes that {@link take} has not returned yet. */
  get length(): number {
    return this.#length;
  }

  /** Writes a whole number from 0 to 2^53 - 1. Numbers below 128 take one byte. */
  integer(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Writes any number, also an infinite one. */
  number(value: number): void {
    this.#reserve(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** Writes a text as UTF-8, after its number of bytes. */
  text(value: string): void {
    if (value.length <= shortText && this.#writeShort(value)) return;
    this.bytes(encoder.encode(value));
  }

  /** Writes bytes, after their number. */
  bytes(bytes: Uint8Array): void {
    this.integer(bytes.length);
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Returns the first `most` bytes that were not returned before. Fewer, if there are fewer. */
  take(most: number): Uint8Array {
    const size = Math.min(most, this.#length);
    const taken = this.#bytes.slice(0, size);
    this.#bytes.copyWithin(0, size, this.#length);
    this.#length -= size;
    return taken;
  }

  /** Writes a short ASCII text. Returns false, and writes nothing, if the text is not ASCII. */
  #writeShort(value: string): boolean {
    this.#reserve(1 + shortText);
    const start = this.#length + 1;
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at);
      if (code >= 0x80) return false;
      this.#bytes[start + at] = code;
    }
    this.#bytes[this.#length] = value.length;
    this.#length = start + value.length;
    return true;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + bytes));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
