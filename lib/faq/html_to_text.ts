import { parse5Adapter, parseInBody } from "./parse5_tree.ts";
import { scanText } from "./scan_text.ts";
import { writeText } from "./text.ts";
import { TextSink } from "./text_sink.ts";

/**
 * The text of HTML as a reader sees its words: no markup, no scripts, no hidden elements; one space between words, one
 * `\n` between lines, nothing at the ends. Any string is HTML; time is linear in its length.
 *
 * @param html the HTML, read as a fragment in `body`
 * @returns the text; `""` when there is none
 *
 * @example
 * ```ts
 * import { htmlToText } from "postern/faq";
 *
 * htmlToText("<p>Fish &amp;  chips</p><p>to go</p>"); // "Fish & chips\nto go"
 * ```
 */
export function htmlToText(html: string): string {
  return scanText(html) ?? textOfTree(html);
}

/** The text by the definition. */
export function textOfTree(html: string): string {
  const sink = new TextSink();
  writeText(parse5Adapter, parse5Adapter.childNodes(parseInBody(html)), sink, { throughHeadings: true });
  return sink.take();
}
