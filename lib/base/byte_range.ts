/** A range of bytes. */
export interface ByteRange {
  /** Index of the first byte. */
  start: number;
  /** Index of the last byte. */
  end: number;
}

/**
 * Reads a `Range` header (RFC 9110, section 14.2). Returns undefined for the whole content, which also answers several ranges and other units.
 * Returns null if the content has no byte of the range.
 *
 * @param length number of bytes of the content
 */
export function readByteRange(header: string, length: number): ByteRange | undefined | null {
  const [, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const suffix = Math.min(Number(last), length);
    return suffix === 0 ? null : { start: length - suffix, end: length - 1 };
  }
  const start = Number(first);
  const end = last === "" ? length - 1 : Math.min(Number(last), length - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= length ? null : { start, end };
}
