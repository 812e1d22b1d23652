import { checkHtml } from "./check_html.ts";
import type { FaqOptions } from "./faq_options.ts";
import { parse5Adapter, parseInBody } from "./parse5_tree.ts";
import { scanText } from "./scan_text.ts";
import { settingsOf } from "./settings.ts";
import { suggestName } from "./suggest_name.ts";
import { writeText } from "./text.ts";
import { TextSink } from "./text_sink.ts";

/**
 * The text of HTML as a reader sees its words: no markup, no scripts, no hidden elements; one space between words, one
 * `\n` between lines, nothing at the ends. Any string is HTML; time is linear in its length.
 *
 * @param html the HTML, read as a fragment in `body`
 * @param options `maxInputLength`, as for `extractFaqEntries`
 * @returns the text; `""` when there is none
 * @throws {FaqInputTooLargeError} when the HTML is longer than `maxInputLength`
 * @throws {TypeError} when the HTML is no string, or an option is unknown
 *
 * @example
 * ```ts
 * import { htmlToText } from "postern/faq";
 *
 * htmlToText("<p>Fish &amp;  chips</p><p>to go</p>"); // "Fish & chips\nto go"
 * ```
 */
export function htmlToText(html: string, options?: Pick<FaqOptions, "maxInputLength">): string {
  checkHtml("htmlToText", html, settingsOf(options, suggestName).maxInputLength);
  return scanText(html) ?? textOfTree(html);
}

/** The text by the definition. */
export function textOfTree(html: string): string {
  const sink = new TextSink();
  writeText(parse5Adapter, parse5Adapter.childNodes(parseInBody(html)), sink, { throughHeadings: true });
  return sink.take();
}
