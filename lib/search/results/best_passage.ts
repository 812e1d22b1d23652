import type { ScoredPassage } from "../search_index.ts";

/** Returns the passage that fits the query best. A passage without text is the last choice. */
export function bestPassage(passages: readonly ScoredPassage[]): ScoredPassage | undefined {
  let best: ScoredPassage | undefined;
  for (const passage of passages) if (best === undefined || isBetter(passage, best)) best = passage;
  return best;
}

function isBetter(one: ScoredPassage, other: ScoredPassage): boolean {
  if ((one.text === "") !== (other.text === "")) return other.text === "";
  return one.score > other.score;
}
