import { DamagedRecordError } from "../../lib/mod.ts";

/** Maximum number of places that are remembered: a store that is damaged as a whole must not fill the memory. */
const mostPlaces = 10_000;

/** Damaged records that this process has found since its start, each once. */
export class DamagedRecords {
  readonly #places = new Set<string>();
  readonly #onFound: () => void;

  /** @param onFound called for each damaged record that was not found before */
  constructor(onFound: () => void) {
    this.#onFound = onFound;
  }

  get size(): number {
    return this.#places.size;
  }

  /** Counts an error that is the damage of a record. */
  add(error: unknown): void {
    if (!(error instanceof DamagedRecordError)) return;
    if (this.#places.has(error.place) || this.size >= mostPlaces) return;
    this.#places.add(error.place);
    this.#onFound();
  }
}
