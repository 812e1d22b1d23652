/**
 * Finds the next occurrence of texts from increasing positions. Remembers the last occurrence of each text, so that all
 * searches together read the text once for each text that is searched for.
 */
export class TextFinder {
  readonly #text: string;
  readonly #found = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the index of the next occurrence. */
  indexOf(searched: string, from: number): number | undefined {
    let index = this.#found.get(searched) ?? -1;
    if (index < from) {
      index = this.#text.indexOf(searched, from);
      if (index === -1) index = Infinity;
      this.#found.set(searched, index);
    }
    return index === Infinity ? undefined : index;
  }

  /** Returns the index after the next occurrence. */
  after(searched: string, from: number): number | undefined {
    const index = this.indexOf(searched, from);
    return index === undefined ? undefined : index + searched.length;
  }
}
