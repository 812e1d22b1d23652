import { NAMES } from "./tags.ts";

/*
 * Names are looked up without creating a string. Each character takes six bits: five characters in `low`, five in `high`,
 * so each name has a unique pair. No known name is longer than ten characters.
 */
const SIZE = 512;
const MASK = SIZE - 1;
const LOWS = new Int32Array(SIZE);
const HIGHS = new Int32Array(SIZE);
const KIND_AT = new Uint8Array(SIZE);

/** Maximum length of a known name. */
export const LONGEST_NAME = 10;

/** Code of every UTF-16 code unit: 1 to 36 for ASCII letters (ignoring case) and digits, otherwise 0. */
export const NAME_CODES: Uint8Array = new Uint8Array(0x10000);
for (let at = 0; at < 26; at++) NAME_CODES[0x41 + at] = NAME_CODES[0x61 + at] = at + 1;
for (let at = 0; at < 10; at++) NAME_CODES[0x30 + at] = at + 27;

/** Returns the kind of the name with this code, or 0 if the name is unknown. */
export function kindOfCode(low: number, high: number): number {
  let slot = slotOf(low, high);
  while (LOWS[slot] !== 0) {
    if (LOWS[slot] === low && HIGHS[slot] === high) return KIND_AT[slot] ?? 0;
    slot = (slot + 1) & MASK;
  }
  return 0;
}

function slotOf(low: number, high: number): number {
  return (low ^ (low >>> 7) ^ (low >>> 15) ^ Math.imul(high, 0x9e37)) & MASK;
}

function pack(name: string): number {
  let packed = 0;
  for (let at = 0; at < name.length; at++) packed = (packed << 6) | (NAME_CODES[name.charCodeAt(at)] ?? 0);
  return packed;
}

NAMES.forEach((name, index) => {
  const low = pack(name.slice(0, 5));
  const high = pack(name.slice(5));
  let slot = slotOf(low, high);
  while (LOWS[slot] !== 0) slot = (slot + 1) & MASK;
  LOWS[slot] = low;
  HIGHS[slot] = high;
  KIND_AT[slot] = index + 1;
});
