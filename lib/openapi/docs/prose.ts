import { type Html, html } from "../../html.ts";

/** HTML of a description: of CommonMark, descriptions use paragraphs and `code`. */
export function prose(text: string): Html[] {
  return text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>\n`);
}

/** HTML of one paragraph of a description. */
export function inline(text: string): Html[] {
  const parts = text.split("`");
  return parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
