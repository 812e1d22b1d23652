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
  const added =
    base === undefined ? null : { yours: addedLines(base, yours), theirs: addedLines(base, theirs) };
  const blocks: MergeBlock[] = [];
  parts.forEach((part, index) => {
    if (part.isSame) return;
    const previous = parts[index - 1];
    const context = previous?.isSame ? previous.lines.slice(-contextLines) : [];
    const block: MergeBlock = { start: part.start.before, yours: part.before, theirs: part.after, context };
    const changed = added?.yours && added.theirs && changedSide(part, added.yours, added.theirs);
    blocks.push(changed ? { ...block, changed } : block);
  });
  return blocks;
}

/** Returns the numbers of the lines that a text has and its base has not, or null if too many lines differ. */
function addedLines(base: string, text: string): ReadonlySet<number> | null {
  const parts = diffLines(base, text);
  if (parts === null) return null;
  return new Set(
    parts.flatMap((part) => (part.isSame ? [] : part.after.map((_line, index) => part.start.after + index))),
  );
}

/** A side has changed if it added a line, or removed a line of the base that the other side still has. */
function changedSide(
  { start, before, after }: Extract<LinePart, { isSame: false }>,
  addedByYou: ReadonlySet<number>,
  addedByThem: ReadonlySet<number>,
): "yours" | "theirs" | undefined {
  const yours = countAdded(start.before, before.length, addedByYou);
  const theirs = countAdded(start.after, after.length, addedByThem);
  const youChanged = yours > 0 || theirs < after.length;
  const theyChanged = theirs > 0 || yours < before.length;
  if (youChanged === theyChanged) return undefined;
  return youChanged ? "yours" : "theirs";
}

function countAdded(start: number, length: number, added: ReadonlySet<number>): number {
  return Array.from({ length }, (_, index) => start + index).filter((line) => added.has(line)).length;
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
