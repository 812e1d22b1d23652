import type { ReadResult, SearchTables } from "../../store/mod.ts";
import type { RankedCandidate } from "./rank_candidates.ts";

/** Reads the texts of results, each once. */
export class ReadTexts {
  readonly #tables: SearchTables;
  readonly #texts = new Map<number, ReadResult>();

  constructor(tables: SearchTables) {
    this.#tables = tables;
  }

  /** Returns results with their texts. Those that were removed are left out. */
  async of<Result extends Pick<RankedCandidate, "candidate">>(
    results: readonly Result[],
  ): Promise<(Result & { read: ReadResult })[]> {
    const missing = results.map(({ candidate }) => candidate.result).filter((id) => !this.#texts.has(id));
    const read = missing.length === 0 ? [] : await this.#tables.readResults(missing);
    for (const one of read) this.#texts.set(one.result, one);
    return results.flatMap((one) => {
      const text = this.#texts.get(one.candidate.result);
      return text === undefined ? [] : [{ ...one, read: text }];
    });
  }
}
