import { checkHtml } from "./check_html.ts";
import type { FaqOptions } from "./options/faq_options.ts";
import type { FullTreeAdapter } from "./tree/tree_adapter.ts";
import { parse5Adapter, parseInBody, parseInSteps, wordsAdapter } from "./tree/parse5_tree.ts";
import { scanText, type TextOptions } from "./scanner/scan_text.ts";
import { settingsOf } from "./options/settings.ts";
import { suggestName } from "./options/suggest_name.ts";
import { writeText } from "./text/text.ts";
import { TextSink } from "./text/text_sink.ts";

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

/**
 * Returns the text of HTML whose words are counted: that of `htmlToText`, without the annotations of `ruby`. The HTML may have any length.
 * Yields while it builds a tree.
 */
export function* wordsTextSteps(html: string): Generator<void, string> {
  return scanText(html, { omitsRuby: true }) ?? textOfRoot(yield* parseInSteps(html), wordsAdapter);
}

/** Returns the text by parsing the HTML into a tree. This is the definition that the scanner must match. */
export function textOfTree(html: string, { omitsRuby = false }: TextOptions = {}): string {
  return textOfRoot(parseInBody(html), omitsRuby ? wordsAdapter : parse5Adapter);
}

function textOfRoot<Node>(root: Node, tree: FullTreeAdapter<Node>): string {
  const sink = new TextSink();
  writeText(tree, tree.childNodes(root), sink, { throughHeadings: true });
  return sink.take();
}
