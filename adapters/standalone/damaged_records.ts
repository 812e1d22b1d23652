import { DamagedRecordError } from "../../lib/mod.ts";

/** Maximum number of damaged places to store. The limit protects the memory if the whole store is damaged. */
const mostPlaces = 10_000;

/** Distinct damaged records that this process has found since its start. */
export class DamagedRecords {
  readonly #places = new Set<string>();
  readonly #onFound: () => void;

  /** @param onFound called once for each damaged record */
  constructor(onFound: () => void) {
    this.#onFound = onFound;
  }

  get size(): number {
    return this.#places.size;
  }

  /** Counts the record of a `DamagedRecordError`. Ignores all other errors. */
  add(error: unknown): void {
    if (!(error instanceof DamagedRecordError)) return;
    if (this.#places.has(error.place) || this.size >= mostPlaces) return;
    this.#places.add(error.place);
    this.#onFound();
  }
}
