/** Finds the next occurrences of a string in a text in linear time, for positions in ascending order. */
export class NextOccurrence {
  readonly #text: string;
  readonly #search: string;
  #found = -2;

  constructor(text: string, search: string) {
    this.#text = text;
    this.#search = search;
  }

  /** Returns the position of the first occurrence at or after a position, or -1 if there is none within the distance. */
  after(position: number, distance: number): number {
    if (this.#found !== -1 && this.#found < position)
      this.#found = this.#text.indexOf(this.#search, position);
    return this.#found > position + distance ? -1 : this.#found;
  }
}
