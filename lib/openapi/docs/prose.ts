import { type Markup, markup } from "./markup.ts";

/** Markup of a description: of CommonMark, descriptions use paragraphs and `code`. */
export function prose(text: string): Markup[] {
  return text.split(/\n{2,}/).map((paragraph) => markup`<p>${inline(paragraph)}</p>\n`);
}

/** Markup of one paragraph of a description. */
export function inline(text: string): Markup[] {
  const parts = text.split("`");
  return parts.map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`));
}
