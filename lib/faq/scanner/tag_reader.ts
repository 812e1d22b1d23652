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
const LONGEST_NAME = 10;

/** Code of every UTF-16 code unit: 1 to 36 for ASCII letters (ignoring case) and digits, otherwise 0. */
const NAME_CODES: Uint8Array = new Uint8Array(0x10000);
for (let at = 0; at < 26; at++) NAME_CODES[0x41 + at] = NAME_CODES[0x61 + at] = at + 1;
for (let at = 0; at < 10; at++) NAME_CODES[0x30 + at] = at + 27;

/** Returns the kind of the name with this code, or 0 if the name is unknown. */
function kindOfCode(low: number, high: number): number {
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

/**
 * Reads a tag's name, and whether it has the attribute `hidden`.
 *
 * Source: WHATWG HTML, 13.2.5.8 "Tag name state" to 13.2.5.40 "Self-closing start tag state".
 */
export class TagReader {
  /** The kind of the tag's name; 0 for an unknown name. */
  kind = 0;
  /** The index after the name. */
  nameEnd = 0;
  isHidden = false;
  isSelfClosing = false;
  /** True if an unknown name contained a null character, which the parser replaces. */
  hasNull = false;
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  /** Reads the tag whose name begins at `start`. Returns the index after the tag, or -1 if the input ends in it. */
  read(start: number): number {
    this.isHidden = false;
    this.isSelfClosing = false;
    this.#readName(start);
    const end = this.nameEnd;
    return this.#html.charCodeAt(end) === 0x3e ? end + 1 : this.#readAttributes(end);
  }

  #readName(start: number): void {
    const html = this.#html;
    let at = start;
    let low = 0;
    let high = 0;
    let code = codeAt(html, at);
    for (; code !== 0 && at - start < 5; code = codeAt(html, ++at)) low = (low << 6) | code;
    for (; code !== 0 && at - start < LONGEST_NAME; code = codeAt(html, ++at)) high = (high << 6) | code;
    this.nameEnd = at;
    if (endsName(html.charCodeAt(at))) this.kind = kindOfCode(low, high);
    else this.#readUnknownName(at);
  }

  #readUnknownName(start: number): void {
    let at = start;
    while (at < this.#html.length && !endsName(this.#html.charCodeAt(at))) at++;
    this.nameEnd = at;
    this.kind = 0;
    if (this.#html.slice(start, at).includes("\0")) this.hasNull = true;
  }

  #readAttributes(start: number): number {
    const html = this.#html;
    let at = start;
    for (;;) {
      const gap = at;
      let unit = html.charCodeAt(at);
      while (unit === 0x2f || isTagSpace(unit)) unit = html.charCodeAt(++at);
      if (unit === 0x3e) {
        // A "/" at the end of an unquoted value comes before the gap.
        this.isSelfClosing = at > gap && html.charCodeAt(at - 1) === 0x2f;
        return at + 1;
      }
      if (at >= html.length) return -1;
      const nameStart = at++;
      unit = html.charCodeAt(at);
      while (unit !== 0x3d && !endsName(unit) && at < html.length) unit = html.charCodeAt(++at);
      if (at - nameStart === 6 && isHiddenName(html, nameStart)) this.isHidden = true;
      while (isTagSpace(unit)) unit = html.charCodeAt(++at);
      if (unit !== 0x3d) continue;
      at = this.#skipValue(at + 1);
      if (at === -1) return -1;
    }
  }

  /** Skips the value of an attribute. Returns the index after it, or -1 if the input ends in it. */
  #skipValue(start: number): number {
    const html = this.#html;
    let at = start;
    let unit = html.charCodeAt(at);
    while (isTagSpace(unit)) unit = html.charCodeAt(++at);
    if (unit === 0x22 || unit === 0x27) {
      const close = html.indexOf(unit === 0x22 ? '"' : "'", at + 1);
      return close === -1 ? -1 : close + 1;
    }
    while (unit !== 0x3e && !isTagSpace(unit) && at < html.length) unit = html.charCodeAt(++at);
    return at;
  }
}

function codeAt(html: string, at: number): number {
  return at < html.length ? (NAME_CODES[html.charCodeAt(at)] ?? 0) : 0;
}

function isHiddenName(html: string, start: number): boolean {
  const unit = html.charCodeAt(start);
  return (unit === 0x68 || unit === 0x48) && html.slice(start, start + 6).toLowerCase() === "hidden";
}

/** Returns true for an ASCII letter. Tag names begin with a letter. */
export function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
}

/** Returns true if a code unit ends the name of a tag or an attribute: white space, `/` or `>`. */
export function endsName(unit: number): boolean {
  return unit === 0x3e || unit === 0x2f || isTagSpace(unit);
}

/** Returns true if a code unit is white space within a tag. */
export function isTagSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0c || unit === 0x0d;
}
