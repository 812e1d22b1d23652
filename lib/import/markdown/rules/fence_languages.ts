import type { MarkdownIt, StateCore } from "markdown-it";

/** The language of fenced code: `js`, `js{1,3}`, `js:line-numbers`, `{ .js }`, but not `title="a.js"`. */
const language = /^(?:\{[ \t]{0,9}\.)?([\w+#.-]{1,50})(?=[\s{}:,[]|$)/;

/** Keeps only the language of fenced code. Line numbers and titles are no part of its class. */
export function addFenceLanguages(parser: MarkdownIt): void {
  parser.core.ruler.after("block", "fence_languages", (state: StateCore) => {
    for (const token of state.tokens)
      if (token.type === "fence") token.info = language.exec(token.info.trim())?.[1] ?? "";
  });
}
