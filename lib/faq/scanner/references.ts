import { decodeHTML } from "entities/decode";

/**
 * Decodes the character references of a text: all named ones, and the numeric ones with their exceptions.
 *
 * The table comes with the parser, which cannot be loaded later without making the extractor asynchronous; so this costs
 * a bundle nothing.
 *
 * Source: WHATWG HTML, 13.2.5.72 "Character reference state" and 13.5 "Named character references".
 */
export function decodeReferences(text: string): string {
  return text.includes("&") ? decodeHTML(text) : text;
}
