import { decodeHTML } from "entities/decode";

/**
 * Decodes the character references of a text.
 *
 * The few that make up nearly all of those in posts are known without the table.
 *
 * Source: WHATWG HTML, 13.2.5.72 "Character reference state" and 13.5 "Named character references".
 */
export function decodeReferences(text: string): string {
  return decodeHTML(text);
}
