import type { ForEachResult, ScoredResult } from "../index/scores.ts";

/** Place of a result in the order of results. */
export interface ResultPlace {
  score: number;
  /** Orders results with equal scores. */
  key: string;
}

/** A page of results, the best first. */
export interface TopPage {
  page: ScoredResult[];
  /** Place of the last result, or null on the last page. */
  next: ResultPlace | null;
}

/** Returns the place of a result. It is the same in every process. */
export function placeOf(scored: ScoredResult): ResultPlace {
  return { score: scored.score, key: keyOf(scored) };
}

function keyOf({ result }: ScoredResult): string {
  const { document } = result;
  return `${document.key} ${document.results.indexOf(result)}`;
}

/** Returns the best results after a place, in order. */
function topResults(
  { forEach }: { forEach: ForEachResult },
  most: number,
  after: ResultPlace | undefined,
): ScoredResult[] {
  const top: ScoredResult[] = [];
  forEach((result, score) => {
    const last = top.length === most ? top[most - 1] : undefined;
    if (last !== undefined && score < last.score) return;
    if (after !== undefined && score > after.score) return;
    const scored = { result, score };
    if (after !== undefined && comparePlaces(placeOf(scored), after) <= 0) return;
    let at = top.length;
    while (at > 0 && isBetter(scored, top[at - 1] as ScoredResult)) at--;
    if (at === most) return;
    top.splice(at, 0, scored);
    if (top.length > most) top.pop();
  });
  return top;
}

/** Keys are built only for results with equal scores, because most results have different ones. */
function isBetter(one: ScoredResult, other: ScoredResult): boolean {
  if (one.score !== other.score) return one.score > other.score;
  return comparePlaces(placeOf(one), placeOf(other)) < 0;
}

/** Returns the page of results after a place. */
export function topPage(
  outcome: { forEach: ForEachResult },
  limit: number,
  after: ResultPlace | undefined,
): TopPage {
  const top = topResults(outcome, limit + 1, after);
  const page = top.slice(0, limit);
  const last = page.at(-1);
  return { page, next: top.length > page.length && last !== undefined ? placeOf(last) : null };
}

/** Returns a number below 0 if a result is better than another one. */
export function comparePlaces(one: ResultPlace, other: ResultPlace): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.key === other.key) return 0;
  return one.key < other.key ? -1 : 1;
}
