import { endsName } from "./tag_reader.ts";

/**
 * Returns the index of the `<` of a raw text element's end tag, or the length of the input if it has no end tag.
 *
 * Source: WHATWG HTML, 13.2.5.9 "RCDATA less-than sign state" to 13.2.5.14 "RAWTEXT end tag name state".
 */
export function findRawTextEnd(html: string, from: number, nameStart: number, nameEnd: number): number {
  const length = nameEnd - nameStart;
  let at = html.indexOf("</", from);
  while (at !== -1) {
    if (isSameName(html, at + 2, nameStart, length) && endsName(html.charCodeAt(at + 2 + length))) return at;
    at = html.indexOf("</", at + 2);
  }
  return html.length;
}

/** Returns true if two names in the source are equal, ignoring the case of ASCII letters. */
export function isSameName(html: string, start: number, otherStart: number, length: number): boolean {
  for (let at = 0; at < length; at++) {
    if (lowerCase(html.charCodeAt(start + at)) !== lowerCase(html.charCodeAt(otherStart + at))) return false;
  }
  return true;
}

function lowerCase(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}
