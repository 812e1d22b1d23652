/**
 * Whether a UTF-16 code unit is white space: the Unicode property `White_Space`, so the no-break spaces and U+3000 too,
 * but not the zero-width characters (U+200B, U+2060, U+FEFF), which are trimmed at the ends only.
 */
export function isWhiteSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0xa0 || code === 0x85;
  if (code <= 0x200a) return code >= 0x2000 || code === 0x1680;
  return code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000;
}
