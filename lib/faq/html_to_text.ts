import { checkHtml } from "./check_html.ts";
import type { FaqOptions } from "./faq_options.ts";
import { parse5Adapter, parseInBody, parseInSteps } from "./parse5_tree.ts";
import { scanText } from "./scan_text.ts";
import { settingsOf } from "./settings.ts";
import { suggestName } from "./suggest_name.ts";
import { writeText } from "./text.ts";
import { TextSink } from "./text_sink.ts";

/**
 * Returns the visible text of HTML, without markup, scripts and hidden elements. Words are separated by one space, lines
 * by one `\n`, and the ends are trimmed. Any string is valid input. Time is linear in its length.
 *
 * @param html the HTML, read as a fragment in `body`
 * @param options `maxInputLength`, as for `extractFaqEntries`
 * @returns the text; `""` if there is no text
 * @throws {FaqInputTooLargeError} if the HTML is longer than `maxInputLength`
 * @throws {TypeError} if the HTML is not a string, or an option is unknown
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

/** Returns the same text as `htmlToText`, for HTML of any length, and yields while it builds a tree. */
export function* htmlTextSteps(html: string): Generator<void, string> {
  return scanText(html) ?? textOfRoot(yield* parseInSteps(html));
}

/** Returns the text by parsing the HTML into a tree. This is the definition that the scanner must match. */
export function textOfTree(html: string): string {
  return textOfRoot(parseInBody(html));
}

function textOfRoot(root: ReturnType<typeof parseInBody>): string {
  const sink = new TextSink();
  writeText(parse5Adapter, parse5Adapter.childNodes(root), sink, { throughHeadings: true });
  return sink.take();
}
