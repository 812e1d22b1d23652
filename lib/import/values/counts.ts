/** Maximum number of names that are counted. It bounds the memory for hostile files. */
const mostNames = 1000;

/** Counts names, such as the shortcodes of a post. */
export class Counts {
  readonly #counts = new Map<string, number>();

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  add(name: string, count = 1): void {
    const known = this.#counts.get(name);
    if (known !== undefined || this.#counts.size < mostNames) this.#counts.set(name, (known ?? 0) + count);
  }

  /** Returns the most frequent names with their counts: `price (120), rating (118) and 3 others`. */
  mostFrequent(most: number): string {
    const sorted = this.entries().toSorted(([, one], [, other]) => other - one);
    const named = sorted.slice(0, most).map(([name, count]) => `${name} (${count})`);
    const others = sorted.length - named.length;
    return named.join(", ") + (others === 0 ? "" : ` and ${others} others`);
  }

  entries(): [name: string, count: number][] {
    return [...this.#counts];
  }

  /** Returns the names with their counts: `a, b (2)`. */
  toString(): string {
    return this.entries()
      .map(([name, count]) => (count === 1 ? name : `${name} (${count})`))
      .join(", ");
  }
}
