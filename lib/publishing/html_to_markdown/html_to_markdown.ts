import { parseInSteps } from "../../faq/reading.ts";
import { runStepsSync } from "../../base/yielding.ts";
import { writeBlocks } from "./blocks.ts";
import { Converter } from "./converter.ts";
import { footnotesOf } from "./footnotes.ts";

/**
 * Converts HTML to Markdown: GFM, with HTML where GFM cannot express an element. Rendered again, the Markdown has the text
 * that readers see, the same code and the same tables. Any string is valid input. Time is linear in its length.
 */
export function htmlToMarkdown(html: string): string {
  return runStepsSync(htmlToMarkdownSteps(html));
}

/** Converts HTML as {@link htmlToMarkdown} does, and yields between steps. */
export function* htmlToMarkdownSteps(html: string): Generator<void, string> {
  const root = yield* parseInSteps(html);
  const footnotes = html.includes("fnref-") ? footnotesOf(root) : undefined;
  const blocks = yield* new Converter("paragraph", footnotes).convert(root);
  yield;
  return writeBlocks(blocks).join("\n");
}
