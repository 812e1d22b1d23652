import type { Steps } from "../../base/yielding.ts";
import type { IndexedDocument, IndexedResult } from "../index/passage_index.ts";
import type { QueryOutcome } from "../index/run_query.ts";
import type { Work } from "../index/work.ts";
import type { WantedPage } from "../search_index.ts";
import { repeatsIn, ShownTexts } from "./repeats.ts";
import { comparePlaces, placeOf, type TopPage, topPage } from "./top_results.ts";

/** Returns a page of results without those that {@link repeatsIn} returns and repeated {@link ShownTexts}. A unit of work is a word of a compared result. */
export function* distinctPage(
  outcome: QueryOutcome,
  { limit, after }: Pick<WantedPage, "limit" | "after">,
  { by, work }: { by: "passage" | "name"; work: Work },
): Steps<TopPage> {
  const repeats = new Map<IndexedDocument, ReadonlySet<IndexedResult>>();
  const texts = new ShownTexts();
  for (const { passages, type, length } of textsBefore(outcome, after)) {
    texts.repeats({ passages, type });
    if (work.add(length)) yield;
  }
  const page: TopPage["page"] = [];
  let place = after;
  for (;;) {
    const { page: best, next } = topPage(outcome, 2 * limit + 1, place);
    for (const one of best) {
      const { document } = one.result;
      const known = repeats.get(document) ?? repeatsOf(document, outcome, by);
      if (!repeats.has(document)) {
        repeats.set(document, known);
        if (work.add(document.length)) yield;
      }
      if (known.has(one.result) || texts.repeats(one.result)) continue;
      const last = page.at(-1);
      if (page.length === limit && last !== undefined) return { page, next: placeOf(last) };
      page.push(one);
    }
    if (next === null) return { page, next };
    place = next;
    yield;
  }
}

/** Returns the knowledge texts of the pages before a place. */
function textsBefore({ forEach }: QueryOutcome, after: WantedPage["after"]): IndexedResult[] {
  const before: IndexedResult[] = [];
  if (after === undefined) return before;
  forEach((result, score) => {
    if (result.type !== "knowledge" || score < after.score) return;
    if (comparePlaces(placeOf({ result, score }), after) <= 0) before.push(result);
  });
  return before;
}

function repeatsOf(
  { results }: IndexedDocument,
  { foundScore, isReadable, scoreOf }: QueryOutcome,
  by: "passage" | "name",
): ReadonlySet<IndexedResult> {
  if (results.length === 1) return new Set();
  const found = results.flatMap((result) => {
    const score = foundScore(result);
    return score === undefined ? [] : [{ result, score }];
  });
  if (found.length <= 1) return new Set();
  const placed = found.map((one) => ({
    result: one.result,
    type: one.result.type,
    place: placeOf(one),
    passages: one.result.passages
      .filter(isReadable)
      .map((passage) => ({ ...passage, score: scoreOf(passage) })),
  }));
  return new Set(repeatsIn(placed, by).map(({ result }) => result));
}
