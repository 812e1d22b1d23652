import { endOfTokens } from "../../base/text/count_tokens.ts";
import { fenceAfter } from "./fence_after.ts";
import type { MarkdownSection } from "./markdown_sections.ts";

/** A part of a Markdown text. */
export interface MarkdownPart {
  text: string;
  /** Index of the end of the part in the whole text. */
  end: number;
}

/** A cut at a heading keeps at least this share of the tokens. Otherwise the cut is in a section. */
const leastShare = 0.25;

/**
 * Returns the part of a Markdown text from `start` with at most `maxTokens`, as estimated. A longer text ends before a heading. If the section
 * there is too long, it ends after a paragraph, a line or a character.
 */
export function cutMarkdown(
  markdown: string,
  { start, end }: { start: number; end: number },
  { maxTokens, sections }: { maxTokens: number; sections: readonly MarkdownSection[] },
): MarkdownPart {
  const most = endOfTokens(markdown, start, maxTokens);
  if (most >= end) return { text: markdown.slice(start, end), end };
  const least = start + (most - start) * leastShare;
  const heading = sections.findLast((section) => section.start <= most && section.start > least);
  if (heading !== undefined) return { text: markdown.slice(start, heading.start), end: heading.start };
  return cutInSection(markdown, start, most);
}

/** Cuts a section at the end of a paragraph or a line. Open fenced code is closed. */
function cutInSection(markdown: string, start: number, most: number): MarkdownPart {
  const least = start + (most - start) / 2;
  const paragraph = markdown.lastIndexOf("\n\n", most);
  const line = markdown.lastIndexOf("\n", most);
  const end = [paragraph, line].find((at) => at > least) ?? most;
  const text = markdown.slice(start, end);
  const fence = text.split("\n").reduce(fenceAfter, "");
  return { text: fence === "" ? text : `${text}\n${fence}`, end };
}
