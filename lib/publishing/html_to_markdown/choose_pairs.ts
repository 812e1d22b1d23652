import type { Inline, Mark } from "./inline_run.ts";

/** Start and end of a mark in Markdown. */
export type Pair = readonly [start: string, end: string];

/** Kinds of characters beside a delimiter. Parsers disagree on symbols, on characters outside the BMP and on odd white space. */
type Neighbor = "space" | "punctuation" | "symbol" | "letter" | "odd";

/** A mark and its place in the inline content. */
interface Span {
  mark: Mark;
  from: number;
  to: number;
}

/**
 * Chooses the markup of each mark, from outer to inner marks and from left to right. Delimiters such as `*` are chosen only
 * where every parser reads them as a start and an end (CommonMark, section 6.2). Elsewhere it is an HTML tag.
 */
export function choosePairs(parts: readonly Inline[]): ReadonlyMap<Mark, Pair> {
  const chosen = new Map<Mark, Pair>();
  for (const span of spansOf(parts)) {
    const { pairs } = span.mark;
    const pair = pairs.find((one) => isReadable(one, span, parts, chosen)) ?? pairs.at(-1);
    if (pair !== undefined) chosen.set(span.mark, pair);
  }
  return chosen;
}

function spansOf(parts: readonly Inline[]): Span[] {
  const spans = new Map<Mark, Span>();
  parts.forEach((part, index) => {
    if (part.type === "open") spans.set(part.mark, { mark: part.mark, from: index, to: index });
    const span = part.type === "close" ? spans.get(part.mark) : undefined;
    if (span !== undefined) span.to = index;
  });
  return [...spans.values()];
}

function isReadable(
  [start]: Pair,
  { from, to }: Span,
  parts: readonly Inline[],
  chosen: ReadonlyMap<Mark, Pair>,
): boolean {
  const delimiter = start.charAt(0);
  if (delimiter === "[" || delimiter === "<") return true;
  const outside = [parts[from - 1], parts[to + 1]] as const;
  if (outside.some((part) => delimiterOf(part, chosen) === delimiter)) return false;
  const before = { inner: neighbor(parts[from + 1], "start"), outer: neighbor(outside[0], "end") };
  const after = { inner: neighbor(parts[to - 1], "end"), outer: neighbor(outside[1], "start") };
  return [before, after].every(({ inner, outer }) => {
    if (inner === "space" || inner === "odd" || outer === "odd") return false;
    const isApart = outer === "space" || outer === "punctuation";
    return isApart || (inner === "letter" && delimiter !== "_");
  });
}

/** Returns the character of a mark whose markup is chosen. A delimiter beside the same delimiter would be one with it. */
function delimiterOf(part: Inline | undefined, chosen: ReadonlyMap<Mark, Pair>): string | undefined {
  if (part?.type !== "open" && part?.type !== "close") return undefined;
  return chosen.get(part.mark)?.[0].charAt(0);
}

function neighbor(part: Inline | undefined, side: "start" | "end"): Neighbor {
  if (part === undefined || part.type === "break") return "space";
  if (part.type !== "text") return "punctuation";
  const { text } = part;
  const [character = ""] = (side === "start" ? /^[^]/u.exec(text) : /[^]$/u.exec(text.slice(-2))) ?? [];
  if (/[\p{Zs}]/u.test(character)) return "space";
  if (/[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u.test(character)) return "odd";
  if (/[!-/:-@[-`{-~]/.test(character)) return "punctuation";
  if (/[\p{P}\p{S}]/u.test(character))
    return character.length === 1 && /\p{P}/u.test(character) ? "punctuation" : "symbol";
  return "letter";
}
