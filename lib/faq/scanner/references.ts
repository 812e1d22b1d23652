import { decodeHTML } from "entities/decode";

/**
 * Decodes the named and numeric character references of a text.
 *
 * The table is part of the parser, which every bundle with the scanner includes, so it adds no size.
 *
 * Source: WHATWG HTML, 13.2.5.72 "Character reference state" and 13.5 "Named character references".
 */
export function decodeReferences(text: string): string {
  return text.includes("&") ? decodeHTML(text) : text;
}
