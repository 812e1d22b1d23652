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
