import type { WordPlaces } from "../../store/mod.ts";
import { fieldCount } from "./table_passage.ts";

const nowhere: readonly number[] = [];

/** The places of words in results. */
export class FoundPlaces {
  readonly #places: ReadonlyMap<string, readonly number[]>;

  constructor(rows: readonly WordPlaces[]) {
    this.#places = new Map(rows.map(({ word, result, places }) => [`${word} ${result}`, places]));
  }

  /** Returns the places of a word in a result. */
  of(word: number, result: number): readonly number[] {
    return this.#places.get(`${word} ${result}`) ?? nowhere;
  }

  /** Returns the places at which words begin that follow each other. */
  ofPhrase([first = -1, ...others]: readonly number[], result: number): readonly number[] {
    const following = others.map((word) => new Set(this.of(word, result)));
    return this.of(first, result).filter((start) =>
      following.every((places, at) => places.has(start + (at + 1) * fieldCount)),
    );
  }
}
