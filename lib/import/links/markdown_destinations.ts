import type { MarkdownDialect } from "../../content/mod.ts";
import { codeRangesOf, RangeCursor } from "../markdown/mod.ts";

/** An address in Markdown, with its offsets. */
export interface MarkdownDestination {
  start: number;
  end: number;
  address: string;
}

/** The places of addresses: `[a](b)`, `[a]: b`, `href="b"` and `<https://b.example>`. All repetitions have bounds. */
const patterns: readonly RegExp[] = [
  /\]\([ \t]{0,9}<([^<>\n]{1,2000})>/dg,
  /\]\([ \t\n]{0,9}([^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200}){0,3})/dg,
  /^[ \t>]{0,9}\[[^\]\n]{1,500}\]:[ \t]{0,9}<?([^\s<>]{1,2000})/dgm,
  /\bhref[ \t]{0,9}=[ \t]{0,9}"([^"\n]{1,2000})"/dgi,
  /\bhref[ \t]{0,9}=[ \t]{0,9}'([^'\n]{1,2000})'/dgi,
  /<(https?:\/\/[^\s<>]{1,2000})>/dgi,
];

/** Returns the addresses of links and images in Markdown outside of code, in their order. */
export function markdownDestinations(markdown: string, dialect: MarkdownDialect): MarkdownDestination[] {
  const found = patterns
    .flatMap((pattern) =>
      [...markdown.matchAll(pattern)].flatMap(({ 1: address = "", indices }) => {
        const [start, end] = indices?.[1] ?? [0, 0];
        return end === 0 ? [] : [{ start, end, address }];
      }),
    )
    .toSorted((one, other) => one.start - other.start);
  if (found.length === 0) return [];
  const code = new RangeCursor(codeRangesOf(markdown, dialect));
  let last = 0;
  return found.filter(({ start, end }) => {
    if (start < last || code.at(start) !== undefined) return false;
    last = end;
    return true;
  });
}
