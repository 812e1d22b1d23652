import { checkHtml } from "./check_html.ts";
import type { FaqOptions } from "./options/faq_options.ts";
import type { FullTreeAdapter } from "./tree/tree_adapter.ts";
import { parse5Adapter } from "./tree/parse5_adapter.ts";
import { parseInBody, parseInSteps, wordsAdapter } from "./tree/parse5_tree.ts";
import { settingsOf } from "./options/settings.ts";
import { suggestName } from "./options/suggest_name.ts";
import { writeText } from "./text/text.ts";
import { TextSink } from "./text/text_sink.ts";
import { Scanner, withLineFeeds } from "./scanner/scanner.ts";
import { Collector } from "./scanner/collector.ts";

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

/** Returns the text of `htmlToText`. The HTML may have any length. Yields while it builds a tree. */
export function* textSteps(html: string, options: TextOptions = {}): Generator<void, string> {
  const tree = options.omitsRuby === true ? wordsAdapter : parse5Adapter;
  return scanText(html, options) ?? textOfRoot(yield* parseInSteps(html), tree);
}

/** Returns the text of HTML whose words are counted: without the annotations of `ruby`. */
export function wordsTextSteps(html: string): Generator<void, string> {
  return textSteps(html, { omitsRuby: true });
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

/** Options of the text of HTML. */
export interface TextOptions {
  /** True to leave out the annotations of `ruby`. Default: false. */
  omitsRuby?: boolean;
}

/** Returns the text of HTML in one pass over the source, or `undefined` if a tree is needed. */
export function scanText(html: string, options?: TextOptions): string | undefined {
  const collector = new Collector(settingsOf(undefined), { ...options, collectsAll: true });
  const unsure = new Scanner(withLineFeeds(html), collector).scan();
  return unsure === undefined ? collector.sink.take() : undefined;
}
