/** Maximum length of a word that gets a suggestion. It limits the time of the comparison. */
const longest = 40;

/** Minimum length of a word that may be the beginning of a candidate, such as `timeout` of `timeoutMs`. */
const shortestBeginning = 4;

/**
 * Returns the candidate that differs from a mistyped word by the fewest edits, or undefined if all differ too much. A candidate that begins
 * with the word never differs too much. Ignores case.
 */
export function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > longest) return undefined;
  const rated = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(
      ({ candidate, edits }) =>
        edits <= Math.max(1, Math.floor(candidate.length / 3)) || isBeginning(word, candidate),
    )
    .toSorted((one, other) => one.edits - other.edits);
  return rated[0]?.candidate;
}

function isBeginning(word: string, candidate: string): boolean {
  return word.length >= shortestBeginning && candidate.toLowerCase().startsWith(word.toLowerCase());
}

/** Counts insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editsBetween(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(counts: readonly number[], index: number): number {
  return counts[index] ?? Infinity;
}
