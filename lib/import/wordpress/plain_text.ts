import { htmlToText } from "../../faq/mod.ts";

/** Returns the text of a title or name. WordPress stores them as HTML, so an ampersand is stored as `&amp;`. */
export function plainText(html: string | undefined): string | undefined {
  const text = html?.trim();
  if (text === undefined || !/[&<]/.test(text)) return text || undefined;
  const plain = htmlToText(text, { maxInputLength: Infinity }).replaceAll(/\s+/g, " ").trim();
  return plain || undefined;
}
