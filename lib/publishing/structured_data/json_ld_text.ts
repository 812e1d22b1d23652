import { toJson } from "../../base/text/well_formed.ts";

const escapes: Record<string, string> = {
  "<": String.raw`\u003c`,
  ">": String.raw`\u003e`,
  "&": String.raw`\u0026`,
  "\u2028": String.raw`\u2028`,
  "\u2029": String.raw`\u2029`,
};

/**
 * Writes JSON-LD as the text of a script element.
 *
 * Writes `<`, `>` and `&` as JSON escapes, so no string can end the element or open a comment in it. A JSON parser reads
 * the same characters back (HTML, "Restrictions for contents of script elements").
 */
export function jsonLdText(jsonLd: object): string {
  return toJson(jsonLd).replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? "");
}
