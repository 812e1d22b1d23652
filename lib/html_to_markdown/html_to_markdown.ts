import { parseInBody } from "../faq/parse5_tree.ts";
import { writeBlocks } from "./blocks.ts";
import { Converter } from "./converter.ts";

/**
 * Converts HTML to Markdown: GFM, with HTML where GFM cannot express an element. Rendered again, the Markdown has the text
 * that readers see, the same code and the same tables. Any string is valid input.
 */
export function htmlToMarkdown(html: string): string {
  const converter = new Converter();
  converter.convert(parseInBody(html));
  return writeBlocks(converter.takeBlocks()).join("\n");
}
