import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import { environmentOf } from "../environment.ts";
import { quoteName } from "../markdown_notes.ts";
import { lineWith, parseIndentedBlocks } from "./indented_blocks.ts";

/** Opens a list of footnotes for screen readers, as GitHub does. It also ends the text of the heading before it. */
export const footnotesHeading = '<h2 class="sr-only" id="footnote-label">Footnotes</h2>\n';

const longestLabel = 200;
const definition = /^\[\^([^\]\s]{1,200})\]:/;

/** Adds footnotes: `[^label]` and `[^label]: text`. Their texts come at the end, in the order of the references. */
export function addFootnotes(parser: MarkdownIt): void {
  parser.block.ruler.before("reference", "footnote", footnoteBlock, { alt: ["paragraph", "reference"] });
  parser.inline.ruler.before("link", "footnote_reference", footnoteReference);
  parser.core.ruler.before("inline", "take_footnotes", takeFootnotes);
  parser.core.ruler.after("inline", "footnotes", appendFootnotes);
}

function footnoteBlock(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const found = definition.exec(lineWith(state, line, "[^") ?? "");
  if (found === null) return false;
  if (silent) return true;
  const open = state.push("footnote_open", "", 1);
  open.meta = { label: normalize(found[1] ?? "") };
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0) + found[0].length;
  parseIndentedBlocks(state, { line, endLine, start, indent: 4, parentType: "footnote" });
  state.push("footnote_close", "", -1);
  return true;
}

function footnoteReference(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!src.startsWith("[^", pos)) return false;
  const end = src.slice(pos, pos + longestLabel + 3).indexOf("]");
  if (end < 3) return false;
  const { footnotes, referenced } = environmentOf(state);
  const footnote = footnotes.get(normalize(src.slice(pos + 2, pos + end)));
  if (footnote === undefined) return false;
  if (!silent) {
    footnote.number ??= referenced.push(footnote);
    footnote.references++;
    const token = state.push("html_inline", "", 0);
    const { number, references } = footnote;
    token.content = `<sup><a href="#fn-${number}" id="${referenceId(number, references)}">${number}</a></sup>`;
  }
  state.pos = pos + end + 1;
  return true;
}

/** Moves the blocks of footnotes out of the text, before references are read. */
function takeFootnotes(state: StateCore): void {
  if (!state.tokens.some(({ type }) => type === "footnote_open")) return;
  const { footnotes } = environmentOf(state);
  const text: Token[] = [];
  const open: { label: string; content: Token[] }[] = [];
  for (const token of state.tokens) {
    const inner = open.at(-1);
    if (token.type === "footnote_open") open.push({ label: String(token.meta?.["label"]), content: [] });
    else if (token.type !== "footnote_close") (inner?.content ?? text).push(token);
    else if (inner !== undefined) {
      open.pop();
      const { label, content } = inner;
      if (!footnotes.has(label)) footnotes.set(label, { number: undefined, references: 0, content });
    }
  }
  state.tokens = text;
}

/** Appends the referenced footnotes. Their own references can add further footnotes. */
function appendFootnotes(state: StateCore): void {
  const { footnotes, referenced, notes } = environmentOf(state);
  const parsed: Token[][] = [];
  for (const { content } of referenced) {
    const tokens = [...content];
    for (const token of tokens) {
      if (token.type !== "inline") continue;
      token.children = [];
      state.md.inline.parse(token.content, state.md, state.env, token.children);
    }
    parsed.push(tokens);
  }
  if (parsed.length > 0) {
    state.tokens.push(htmlBlock(state, `<section class="footnotes">\n${footnotesHeading}<ol>\n`));
    parsed.forEach((tokens, index) => {
      const links = backLinks(index + 1, referenced[index]?.references ?? 0);
      state.tokens.push(htmlBlock(state, `<li id="fn-${index + 1}">\n`));
      const last = tokens.at(-2);
      const isText = tokens.at(-1)?.type === "paragraph_close" && last?.type === "inline";
      if (isText) last.children?.push(htmlInline(state, ` ${links}`));
      for (const token of tokens) state.tokens.push(token);
      state.tokens.push(htmlBlock(state, `${isText ? "" : `<p>${links}</p>\n`}</li>\n`));
    });
    state.tokens.push(htmlBlock(state, "</ol>\n</section>\n"));
  }
  for (const [label, { number }] of footnotes) {
    if (number === undefined)
      notes.add("footnote", `the footnote ${quoteName(label)} has no reference`, true);
  }
}

function backLinks(number: number, references: number): string {
  const links = Array.from({ length: references }, (_, index) => referenceId(number, index + 1));
  return links.map((id) => `<a href="#${id}">↩</a>`).join(" ");
}

function referenceId(number: number, reference: number): string {
  return reference === 1 ? `fnref-${number}` : `fnref-${number}-${reference}`;
}

function htmlBlock(state: StateCore, content: string): Token {
  const token = new state.Token("html_block", "", 0);
  token.content = content;
  return token;
}

function htmlInline(state: StateCore, content: string): Token {
  const token = new state.Token("html_inline", "", 0);
  token.content = content;
  return token;
}

function normalize(label: string): string {
  return label.trim().toLowerCase();
}
