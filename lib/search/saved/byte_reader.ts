const decoder = new TextDecoder();

/** Reads the bytes of a `ByteWriter`. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** True if the bytes ended exactly with the last read. */
  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** Reads a whole number. */
  integer(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at++] as number;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    let scale = 0x80;
    do {
      byte = bytes[this.#at++] as number;
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    } while (byte >= 0x80);
    return value;
  }

  /** Reads any number. */
  number(): number {
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  /** Reads a text. */
  text(): string {
    const bytes = this.bytes();
    return bytes.length === 0 ? "" : decoder.decode(bytes);
  }

  /** Returns a view of bytes. */
  bytes(): Uint8Array {
    const size = this.integer();
    const start = this.#at;
    this.#at += size;
    return this.#bytes.subarray(start, this.#at);
  }
}
