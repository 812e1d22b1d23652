import { diffLines, type LinePart } from "./diff_lines.ts";

/** The side of a conflict whose lines are kept. */
export type Side = "yours" | "theirs" | "both";

/** A place where two texts differ. */
export interface MergeBlock {
  /** Number of the first line in `yours`, from 0. */
  start: number;
  yours: readonly string[];
  theirs: readonly string[];
  /** The last equal lines before it. */
  context: readonly string[];
  /** The only side that changed since the common base. Default: both changed, or the base is unknown. */
  changed?: "yours" | "theirs";
}

/** Maximum number of differences that are chosen one by one. */
const mostBlocks = 200;
const contextLines = 2;

/** Returns the differences of two texts, or null if there are too many of them. `base` is the text that both started from, if it is known. */
export function mergeBlocks(yours: string, theirs: string, base: string | undefined): MergeBlock[] | null {
  const parts = diffLines(yours, theirs);
  if (parts === null || parts.filter(({ isSame }) => !isSame).length > mostBlocks) return null;
  const ancestor = base === undefined ? null : ancestorOf(base, { yours, theirs });
  const blocks: MergeBlock[] = [];
  parts.forEach((part, index) => {
    if (part.isSame) return;
    const previous = parts[index - 1];
    const context = previous?.isSame ? previous.lines.slice(-contextLines) : [];
    const block: MergeBlock = { start: part.start.before, yours: part.before, theirs: part.after, context };
    const changed = ancestor && changedSide(part, ancestor);
    blocks.push(changed ? { ...block, changed } : block);
  });
  return blocks;
}

/** The common base of two texts. For each line of a text, the number of its line in the base, or -1 if the base does not have it. */
interface Ancestor {
  lines: readonly string[];
  yours: readonly number[];
  theirs: readonly number[];
}

function ancestorOf(base: string, { yours, theirs }: { yours: string; theirs: string }): Ancestor | null {
  const [ofYours, ofTheirs] = [placesIn(base, yours), placesIn(base, theirs)];
  return ofYours && ofTheirs && { lines: base.split("\n"), yours: ofYours, theirs: ofTheirs };
}

function placesIn(base: string, text: string): number[] | null {
  const parts = diffLines(base, text);
  if (parts === null) return null;
  let next = 0;
  return parts.flatMap((part) => {
    if (part.isSame) return part.lines.map(() => next++);
    next += part.before.length;
    return part.after.map(() => -1);
  });
}

/** Returns the only side whose lines differ from those of the base. Undefined if both differ, or if they lie at different places of the base. */
function changedSide(
  { start, before, after }: Extract<LinePart, { isSame: false }>,
  { lines, yours, theirs }: Ancestor,
): "yours" | "theirs" | undefined {
  const place = baseRange(yours, start.before, { length: before.length, last: lines.length });
  const other = baseRange(theirs, start.after, { length: after.length, last: lines.length });
  if (place.from !== other.from || place.to !== other.to) return undefined;
  const old = lines.slice(place.from, place.to).join("\n");
  const isOld = (text: readonly string[]): boolean =>
    text.length === place.to - place.from && text.join("\n") === old;
  if (isOld(before) === isOld(after)) return undefined;
  return isOld(after) ? "yours" : "theirs";
}

/** Returns the lines of the base between the lines around a difference. */
function baseRange(
  places: readonly number[],
  start: number,
  { length, last }: { length: number; last: number },
): { from: number; to: number } {
  let before = start - 1;
  while (before >= 0 && places[before] === -1) before--;
  let after = start + length;
  while (after < places.length && places[after] === -1) after++;
  return { from: (places[before] ?? -1) + 1, to: places[after] ?? last };
}

/** A difference with the chosen side. */
export interface ChosenBlock {
  start: number;
  /** Number of lines that it replaces in `yours`. */
  count: number;
  theirs: readonly string[];
  side: Side;
}

/** Returns `yours` with the chosen lines, or null if the places are not in order or not in the text. */
export function applyChoices(yours: string, blocks: readonly ChosenBlock[]): string | null {
  const lines = yours.split("\n");
  const merged: string[] = [];
  let at = 0;
  for (const { start, count, theirs, side } of blocks) {
    if (start < at || start + count > lines.length) return null;
    merged.push(...lines.slice(at, start));
    if (side !== "theirs") merged.push(...lines.slice(start, start + count));
    if (side !== "yours") merged.push(...theirs);
    at = start + count;
  }
  return [...merged, ...lines.slice(at)].join("\n");
}
