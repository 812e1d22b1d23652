import { type Html, html } from "../../../base/text/html.ts";

/** Renders a description as HTML. Descriptions use only paragraphs and `code` of CommonMark. */
export function prose(text: string): Html[] {
  return text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>\n`);
}

/** Renders a paragraph of a description as HTML. */
export function inline(text: string): Html[] {
  const parts = text.split("`");
  return parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
