/** Any white space. */
export const SPACE = 1;
/** White space other than space and line feed, and the null character. These need special handling. */
export const UNUSUAL = 2;
export const LINE_FEED = 4;
export const AMPERSAND = 8;
export const LESS_THAN = 16;

/**
 * The class of every UTF-16 code unit, as bits. White space follows the Unicode property `White_Space`, which includes
 * the no-break spaces and U+3000. Format characters and U+200B are trimmed only at the ends of a text.
 */
export const CLASSES: Uint8Array = new Uint8Array(0x10000);

for (const unit of [0x09, 0x0b, 0x0c, 0x0d, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]) {
  CLASSES[unit] = SPACE | UNUSUAL;
}
CLASSES.fill(SPACE | UNUSUAL, 0x2000, 0x200b);
CLASSES[0x00] = UNUSUAL;
CLASSES[0x0a] = SPACE | LINE_FEED;
CLASSES[0x20] = SPACE;
CLASSES[0x26] = AMPERSAND;
CLASSES[0x3c] = LESS_THAN;
