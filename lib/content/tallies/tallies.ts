import type { PostTally } from "../sources/content_source.ts";

/** Counts the posts of each value of a field. */
export class Tallies {
  readonly #counts = new Map<string, number>();

  /** Adds the values of a post, or of several posts with the same values. A value that occurs twice counts once. */
  add(names: readonly string[], posts = 1): void {
    for (const name of new Set(names)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + posts);
  }

  list(): PostTally[] {
    return Array.from(this.#counts, ([name, postCount]) => ({ name, postCount }));
  }
}
