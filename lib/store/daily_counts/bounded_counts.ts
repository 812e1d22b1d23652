/** Control characters, halves of surrogate pairs, and marks that change the direction of text. Counts replace them in texts of requests. */
export const invisibleCharacters: RegExp = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Counts by name. The number of names is bounded, so a further name counts only as one of the others. */
export class BoundedCounts {
  readonly counts: Map<string, number> = new Map();
  others = 0;
  readonly #most: number;

  /** @param most maximum number of names */
  constructor(most: number) {
    this.#most = most;
  }

  add(name: string, count = 1): void {
    const before = this.counts.get(name);
    if (before === undefined && this.counts.size >= this.#most) this.others += count;
    else this.counts.set(name, (before ?? 0) + count);
  }
}

/** Sorts counts by number, the highest first, and adds those beyond the maximum up. Of equal counts, the earlier stays first. */
export function highestCounts<Item>(
  items: Iterable<Item>,
  countOf: (item: Item) => number,
  most: number,
): { kept: Item[]; rest: number } {
  const sorted = [...items].toSorted((one, other) => countOf(other) - countOf(one));
  const rest = sorted.slice(most).reduce((sum, item) => sum + countOf(item), 0);
  return { kept: sorted.slice(0, most), rest };
}
