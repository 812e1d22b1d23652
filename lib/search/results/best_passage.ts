import type { IndexedPassage, IndexedResult } from "../index/passage_index.ts";
import type { QueryOutcome } from "../index/run_query.ts";

/** Returns the readable passage of a result that fits the query best. A passage without text is the last choice. */
export function bestPassage(
  { passages }: IndexedResult,
  { scoreOf, isReadable }: Pick<QueryOutcome, "scoreOf" | "isReadable">,
): IndexedPassage | undefined {
  let best: IndexedPassage | undefined;
  for (const passage of passages) {
    if (!isReadable(passage)) continue;
    if (best === undefined || isBetter(passage, best, scoreOf)) best = passage;
  }
  return best;
}

function isBetter(
  one: IndexedPassage,
  other: IndexedPassage,
  scoreOf: (passage: IndexedPassage) => number,
): boolean {
  if ((one.text === "") !== (other.text === "")) return other.text === "";
  return scoreOf(one) > scoreOf(other);
}
