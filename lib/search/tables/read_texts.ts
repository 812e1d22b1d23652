import type { SearchTables } from "../../store/mod.ts";
import type { Pauses } from "../index/work.ts";
import type { RankedCandidate } from "./rank_candidates.ts";
import { readPassages, type ResultTexts } from "./shown_result.ts";

/** Reads the texts of results, each once. It lets other requests run in between. */
export class ReadTexts {
  readonly #tables: SearchTables;
  readonly #readsPaid: boolean;
  readonly #pauses: Pauses;
  readonly #texts = new Map<number, ResultTexts>();

  constructor(tables: SearchTables, { readsPaid, ...pauses }: Pauses & { readsPaid: boolean }) {
    this.#tables = tables;
    this.#readsPaid = readsPaid;
    this.#pauses = pauses;
  }

  /** Returns results with their texts. Those that were removed are left out. */
  async of<Result extends Pick<RankedCandidate, "candidate">>(
    results: readonly Result[],
  ): Promise<(Result & ResultTexts)[]> {
    const byId = new Map(results.map(({ candidate }) => [candidate.result, candidate]));
    const missing = [...byId.keys()].filter((id) => !this.#texts.has(id));
    const found = missing.length === 0 ? [] : await this.#tables.readResults(missing);
    const { work, pause } = this.#pauses;
    for (const read of found) {
      const readsAll = this.#readsPaid || byId.get(read.result)?.isFree === true;
      this.#texts.set(read.result, { read, passages: readPassages(read, readsAll) });
      if (work.add(read.folded.length)) await pause();
    }
    return results.flatMap((one) => {
      const texts = this.#texts.get(one.candidate.result);
      return texts === undefined ? [] : [{ ...one, ...texts }];
    });
  }
}
