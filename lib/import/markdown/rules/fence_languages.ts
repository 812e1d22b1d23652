import type { MarkdownIt, StateCore, Token } from "markdown-it";
import type { MarkdownDialect } from "../../../content/mod.ts";
import { environmentOf } from "../environment.ts";

/** The language of fenced code: `js`, `js{1,3}`, `js:line-numbers`, `{ .js }`, but not `title="a.js"`. */
const language = /^(?:\{[ \t]{0,9}\.)?([\w+#.-]{1,50})(?=[\s{}:,[]|$)/;

/** The titles of fenced code that sites show above it, by dialect. */
const titles: Readonly<Partial<Record<MarkdownDialect, RegExp>>> = {
  docusaurus: /\btitle=(["'])(.{1,300}?)\1/,
  mdx: /\btitle=(["'])(.{1,300}?)\1/,
  mkdocs: /\btitle=(["'])(.{1,300}?)\1/,
  // Hexo's titles are the second word.
  liquid: /^\w{1,30}()[ \t]{1,9}([\w./-]{1,200}\.\w{1,10})(?=\s|$)/,
};

/** Keeps the language of fenced code as its class, and its title as bold text above it. */
export function addFenceLanguages(parser: MarkdownIt): void {
  parser.core.ruler.after("block", "fence_languages", (state: StateCore) => {
    const pattern = titles[environmentOf(state).dialect];
    state.tokens = state.tokens.flatMap((token) => {
      if (token.type !== "fence") return [token];
      const info = token.info.trim();
      const [, , title] = pattern?.exec(info) ?? [];
      token.info = language.exec(info)?.[1] ?? "";
      return title === undefined ? [token] : [...titleTokens(state, title, token), token];
    });
  });
}

function titleTokens(state: StateCore, title: string, { level }: Token): Token[] {
  const open = new state.Token("paragraph_open", "p", 1);
  const inline = new state.Token("inline", "", 0);
  const close = new state.Token("paragraph_close", "p", -1);
  for (const token of [open, inline, close]) {
    token.block = true;
    token.level = token === inline ? level + 1 : level;
  }
  inline.content = `**${title.replace(/[\\`*_[\]<>&]/g, "\\$&")}**`;
  inline.children = [];
  return [open, inline, close];
}
