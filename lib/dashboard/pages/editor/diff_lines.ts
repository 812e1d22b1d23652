import { diffArrays } from "diff";

/** Lines that both texts have, or a place where they differ. */
export type LinePart =
  | { isSame: true; lines: readonly string[] }
  | {
      isSame: false;
      /** Number of the first line in each text, from 0. */
      start: { before: number; after: number };
      before: readonly string[];
      after: readonly string[];
    };

/** Maximum number of differing lines, and of steps: each differing line can visit all lines. They keep the work below 250 ms. */
const mostEdits = 1000;
const mostSteps = 60_000_000;

/** Compares two texts by lines. Returns null if too many lines differ. */
export function diffLines(before: string, after: string): LinePart[] | null {
  const [one, other] = [before.split("\n"), after.split("\n")];
  const head = equalStart(one, other);
  const tail = equalEnd(one, other, head);
  const middle = [one.slice(head, one.length - tail), other.slice(head, other.length - tail)] as const;
  const lines = middle[0].length + middle[1].length;
  const maxEditLength = Math.min(mostEdits, Math.floor(mostSteps / lines));
  const changes = diffArrays(...numbered(middle), { maxEditLength });
  if (changes === undefined) return null;
  const parts = new LineParts(one, other);
  parts.same(head);
  for (const { added, removed, value } of changes) {
    if (added) parts.change(0, value.length);
    else if (removed) parts.change(value.length, 0);
    else parts.same(value.length);
  }
  parts.same(tail);
  return parts.all;
}

/** Collects the parts of two texts in order. */
class LineParts {
  readonly all: LinePart[] = [];
  readonly #one: readonly string[];
  readonly #other: readonly string[];
  #before = 0;
  #after = 0;

  constructor(one: readonly string[], other: readonly string[]) {
    this.#one = one;
    this.#other = other;
  }

  same(count: number): void {
    if (count === 0) return;
    this.all.push({ isSame: true, lines: this.#one.slice(this.#before, this.#before + count) });
    this.#before += count;
    this.#after += count;
  }

  change(removed: number, added: number): void {
    const last = this.all.at(-1);
    const open = last?.isSame === false ? last : undefined;
    const before = this.#one.slice(this.#before, this.#before + removed);
    const after = this.#other.slice(this.#after, this.#after + added);
    if (open === undefined) {
      const start = { before: this.#before, after: this.#after };
      this.all.push({ isSame: false, start, before, after });
    } else {
      const merged = { before: [...open.before, ...before], after: [...open.after, ...after] };
      this.all[this.all.length - 1] = { ...open, ...merged };
    }
    this.#before += removed;
    this.#after += added;
  }
}

/** Replaces each line by a number, because numbers compare in constant time. */
function numbered([one, other]: readonly [readonly string[], readonly string[]]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const toNumber = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return [one.map(toNumber), other.map(toNumber)];
}

function equalStart(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count++;
  return count;
}

function equalEnd(one: readonly string[], other: readonly string[], head: number): number {
  const most = Math.min(one.length, other.length) - head;
  let count = 0;
  while (count < most && one.at(-1 - count) === other.at(-1 - count)) count++;
  return count;
}
