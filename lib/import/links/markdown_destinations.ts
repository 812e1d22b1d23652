import type { MarkdownDialect } from "../../content/mod.ts";
import type { Steps } from "../../base/yielding.ts";
import { codeRangesOf, RangeCursor } from "../markdown/mod.ts";

/** An address in Markdown, with its offsets. */
export interface MarkdownDestination {
  start: number;
  end: number;
  address: string;
}

/** The places of addresses: `[a](b)`, `[a]: b`, `href="b"`, `src="b"` and `<https://b.example>`. All repetitions have bounds. */
const patterns: readonly RegExp[] = [
  /\]\([ \t]{0,9}<([^<>\n]{1,2000})>/dg,
  /\]\([ \t\n]{0,9}([^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200}){0,3})/dg,
  /^[ \t>]{0,9}\[[^\]\n]{1,500}\]:[ \t]{0,9}<?([^\s<>]{1,2000})/dgm,
  /\b(?:href|src)[ \t]{0,9}=[ \t]{0,9}"([^"\n]{1,2000})"/dgi,
  /\b(?:href|src)[ \t]{0,9}=[ \t]{0,9}'([^'\n]{1,2000})'/dgi,
  /<(https?:\/\/[^\s<>]{1,2000})>/dgi,
];

/** Finds the addresses of links and images in Markdown outside of code, in their order. Yields after each pattern. */
export function* markdownDestinations(
  markdown: string,
  dialect: MarkdownDialect,
): Steps<MarkdownDestination[]> {
  const found: MarkdownDestination[] = [];
  for (const pattern of patterns) {
    for (const { 1: address = "", indices } of markdown.matchAll(pattern)) {
      const [start, end] = indices?.[1] ?? [0, 0];
      if (end > 0) found.push({ start, end, address });
    }
    yield;
  }
  if (found.length === 0) return found;
  const code = new RangeCursor(codeRangesOf(markdown, dialect));
  yield;
  let last = 0;
  const inOrder = found.toSorted((one, other) => one.start - other.start);
  return inOrder.filter(({ start, end }) => {
    if (start < last || code.at(start) !== undefined) return false;
    last = end;
    return true;
  });
}
