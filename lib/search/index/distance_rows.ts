/**
 * Edit distances of words from a word: the number of inserted, deleted, replaced and swapped UTF-16 units. Words with the same beginning share
 * the rows of their units. Only cells near the diagonal are computed.
 */
export class DistanceRows {
  readonly #word: string;
  readonly #most: number;
  /** For each unit of the other word: distances of its beginning from the beginnings of the word. */
  readonly #rows: Uint8Array[] = [];
  readonly #units: number[] = [];

  /** @param most distance above which words are too far away */
  constructor(word: string, most: number) {
    this.#word = word;
    this.#most = most;
    for (let row = 0; row <= word.length + most + 1; row++) {
      this.#rows.push(new Uint8Array(word.length + 2).fill(most + 1));
    }
    for (let column = 0; column <= Math.min(most, word.length); column++) {
      (this.#rows[0] as Uint8Array)[column] = column;
    }
  }

  /** Adds a unit of the other word, and drops later ones. Returns the least distance that a word with this beginning can have. */
  add(length: number, unit: number): number {
    const tooFar = this.#most + 1;
    if (length > this.#word.length + this.#most) return tooFar;
    const row = this.#rows[length] as Uint8Array;
    const above = this.#rows[length - 1] as Uint8Array;
    const from = Math.max(1, length - this.#most);
    const to = Math.min(this.#word.length, length + this.#most);
    this.#units[length] = unit;
    row[from - 1] = from === 1 ? Math.min(length, tooFar) : tooFar;
    let least = row[from - 1] as number;
    for (let column = from; column <= to; column++) {
      const own = this.#word.charCodeAt(column - 1);
      let cell = Math.min(
        (above[column - 1] as number) + (own === unit ? 0 : 1),
        (above[column] as number) + 1,
        (row[column - 1] as number) + 1,
      );
      if (this.#isSwap(length, column)) {
        cell = Math.min(cell, ((this.#rows[length - 2] as Uint8Array)[column - 2] as number) + 1);
      }
      row[column] = cell;
      if (cell < least) least = cell;
    }
    row[to + 1] = tooFar;
    return least;
  }

  /** Returns the distance of a word of which units up to `added` were added, or `most + 1` if it is too far away. */
  distanceOf(word: string, added: number): number {
    const tooFar = this.#most + 1;
    if (Math.abs(word.length - this.#word.length) > this.#most) return tooFar;
    for (let length = added + 1; length <= word.length; length++) {
      if (this.add(length, word.charCodeAt(length - 1)) > this.#most) return tooFar;
    }
    return (this.#rows[word.length] as Uint8Array)[this.#word.length] as number;
  }

  /** True if the last two units of both beginnings are swapped. */
  #isSwap(length: number, column: number): boolean {
    if (length < 2 || column < 2) return false;
    return (
      this.#units[length] === this.#word.charCodeAt(column - 2) &&
      this.#units[length - 1] === this.#word.charCodeAt(column - 1)
    );
  }
}
