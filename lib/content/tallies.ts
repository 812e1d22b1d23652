import type { PostTally } from "./content_source.ts";

/** Counts the posts of each value of a field. */
export class Tallies {
  readonly #counts = new Map<string, number>();

  /** Adds the values of one post. A value that occurs twice counts once. */
  add(names: readonly string[]): void {
    for (const name of new Set(names)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  list(): PostTally[] {
    return Array.from(this.#counts, ([name, postCount]) => ({ name, postCount }));
  }
}
