import type { ImportItem } from "./import_item.ts";
import { readMedium } from "./medium/mod.ts";
import type { PostFile } from "./post_file.ts";
import { readHtml } from "./read_html.ts";
import { readMarkdown } from "./read_markdown.ts";

const readers = { markdown: readMarkdown, html: readHtml, medium: readMedium };

/**
 * Reads all items of a file with one post. The time is proportional to its length. Read a file of more than
 * 16,384 characters in a thread, because it can hold the event loop for more than 250 ms.
 */
export function readPostFile({ format, text, file, options }: PostFile): ImportItem[] {
  return [...readers[format](text, file, options)];
}
