const escapes: Record<string, string> = {
  "<": String.raw`\u003c`,
  ">": String.raw`\u003e`,
  "&": String.raw`\u0026`,
  "\u2028": String.raw`\u2028`,
  "\u2029": String.raw`\u2029`,
};

/**
 * Writes JSON-LD as a script element for a page.
 *
 * Writes `<`, `>` and `&` as JSON escapes, so no string can end the element or open a comment in it. A JSON parser reads
 * the same characters back (HTML, "Restrictions for contents of script elements").
 *
 * @example
 * ```ts
 * import { toScriptTag } from "postern/structured-data";
 *
 * toScriptTag({ name: "</script>" });
 * // <script type="application/ld+json">{"name":"\u003c/script\u003e"}</script>
 * ```
 */
export function toScriptTag(jsonLd: object): string {
  const json = JSON.stringify(jsonLd).replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? "");
  return `<script type="application/ld+json">${json}</script>`;
}
