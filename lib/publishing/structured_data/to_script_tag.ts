import { jsonLdText } from "./json_ld_text.ts";

/**
 * Writes JSON-LD as a script element for a page. No string of the JSON-LD can end the element.
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
  return `<script type="application/ld+json">${jsonLdText(jsonLd)}</script>`;
}
