import { parseInSteps } from "../../faq/reading.ts";
import { runStepsSync } from "../../base/yielding.ts";
import { writeBlocks } from "./blocks.ts";
import { Converter } from "./converter.ts";
import { footnotesOf } from "./footnotes.ts";
import type { Node } from "./tree.ts";

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
  return yield* treeToMarkdownSteps(root, html.includes("fnref-") ? footnotesOf(root) : undefined);
}

/** Converts the children of a node to Markdown, as {@link htmlToMarkdown} does, for programs with a parser of their own. */
export function treeToMarkdown(root: Node): string {
  return runStepsSync(treeToMarkdownSteps(root, undefined));
}

function* treeToMarkdownSteps(root: Node, footnotes: Node | undefined): Generator<void, string> {
  const blocks = yield* new Converter("paragraph", footnotes).convert(root);
  yield;
  return writeBlocks(blocks).join("\n");
}
