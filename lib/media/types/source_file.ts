import { DamagedFileError, UnsupportedFileError } from "../../base/file_errors.ts";

/** Maximum width and height of a picture in pixels. */
export const mostPixelsASide = 16_384;
/** Maximum number of pixels of a picture. A decoder needs four bytes for each. */
const mostPixels = 100_000_000;
/** Maximum number of parts of a file, such as segments, chunks and boxes. */
const mostParts = 20_000;

const latin1 = new TextDecoder("latin1");

/** The bytes of an uploaded file. Reads beyond the end throw a `DamagedFileError`, and so does a file of too many parts. */
export class SourceFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
  /** Kind of the file in messages, such as "PNG picture". */
  readonly kind: string;
  readonly #view: DataView;
  #parts = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>, name: string, kind: string) {
    this.bytes = bytes;
    this.name = name;
    this.kind = kind;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  u8(at: number): number {
    return this.#view.getUint8(this.#within(at, 1));
  }

  u16(at: number, isLittle = false): number {
    return this.#view.getUint16(this.#within(at, 2), isLittle);
  }

  u24Little(at: number): number {
    return this.u16(at, true) + this.u8(at + 2) * 0x1_00_00;
  }

  u32(at: number, isLittle = false): number {
    return this.#view.getUint32(this.#within(at, 4), isLittle);
  }

  /** Returns bytes as characters. */
  text(at: number, length: number): string {
    return latin1.decode(this.bytes.subarray(this.#within(at, length), at + length));
  }

  /** Returns the end of a part that begins at a position. Called once for each part. */
  endOfPart(at: number, length: number): number {
    this.countPart();
    this.requireRange(at, length);
    return at + length;
  }

  /** Counts a part whose place is not read. */
  countPart(): void {
    this.#parts++;
    if (this.#parts > mostParts) {
      throw this.refused(`has more than ${mostParts.toLocaleString("en-US")} parts. Export the file again`);
    }
  }

  /** @throws {UnsupportedFileError} if a decoder would need too much memory for a picture */
  checkSize(width: number, height: number): void {
    if (width === 0 || height === 0) throw this.damaged("its width or height is 0");
    const isSmall = width <= mostPixelsASide && height <= mostPixelsASide && width * height <= mostPixels;
    if (isSmall) return;
    const [wide, high, side, all] = [width, height, mostPixelsASide, mostPixels].map((number) =>
      number.toLocaleString("en-US"),
    );
    throw this.refused(
      `has ${wide} x ${high} pixels; at most ${side} a side and ${all} in all are allowed. Send a smaller picture`,
    );
  }

  damaged(reason: string): DamagedFileError {
    return new DamagedFileError(this.name, `is not a complete ${this.kind}: ${reason}`);
  }

  refused(reason: string): UnsupportedFileError {
    return new UnsupportedFileError(this.name, reason);
  }

  /** @throws {DamagedFileError} if the file ends before a range */
  requireRange(at: number, length: number): void {
    if (at + length > this.bytes.length) throw this.damaged(`it ends at byte ${this.bytes.length}`);
  }

  #within(at: number, length: number): number {
    this.requireRange(at, length);
    return at;
  }
}
