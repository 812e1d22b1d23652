import { countTokens, endOfTokens } from "./count_tokens.ts";
import { markdownLines } from "./markdown_lines.ts";
import type { MarkdownSection } from "./markdown_sections.ts";

/** A part of a Markdown text. */
export interface MarkdownPart {
  text: string;
  /** Index of the end of the part in the whole text. */
  end: number;
}

/** A range of a Markdown text to cut. */
export interface CutRange {
  start: number;
  end: number;
  maxTokens: number;
  /** Default: the cut is not at a heading. */
  sections?: readonly Pick<MarkdownSection, "start">[];
  /** Returns the tokens of a part. Default: {@link countTokens}. */
  tokensOf?: (text: string) => number;
}

/** A cut at a heading keeps at least this share of the tokens. Otherwise the cut is in a section. */
const leastShare = 0.25;

/**
 * Returns the beginning of a range of Markdown with at most `maxTokens`, as estimated. A longer text ends before a heading. If the section there is
 * too long, it ends after a paragraph, a line, a word or a character. Open fenced code is closed.
 */
export function cutMarkdown(markdown: string, range: CutRange): MarkdownPart {
  const { start, maxTokens, tokensOf = countTokens } = range;
  for (let tokens = maxTokens; ;) {
    const part = cutOnce(markdown, range, tokens);
    const excess = tokensOf(part.text) - maxTokens;
    if (excess <= 0 || part.end === start) return part;
    tokens = Math.min(tokens, countTokens(part.text)) - excess;
  }
}

function cutOnce(markdown: string, { start, end, sections = [] }: CutRange, tokens: number): MarkdownPart {
  const most = endOfTokens(markdown, start, tokens);
  if (most >= end) return { text: markdown.slice(start, end), end };
  const least = start + (most - start) * leastShare;
  const heading = sections.findLast((section) => section.start <= most && section.start > least);
  if (heading !== undefined) return { text: markdown.slice(start, heading.start), end: heading.start };
  return cutInSection(markdown, start, most);
}

function cutInSection(markdown: string, start: number, most: number): MarkdownPart {
  const least = start + (most - start) / 2;
  const ends = ["\n\n", "\n", " "].map((mark) => markdown.lastIndexOf(mark, most));
  const end = ends.find((at) => at > least) ?? most;
  const text = markdown.slice(start, end);
  const last = [...markdownLines(text)].at(-1);
  if (last === undefined || last.after === "") return { text, end };
  // A fence alone has no code.
  return last.before === ""
    ? { text: text.slice(0, last.start), end: start + last.start }
    : { text: `${text}\n${last.after}`, end };
}
