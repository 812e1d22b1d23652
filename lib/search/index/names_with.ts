import { unspacedRuns } from "../../base/text/segment_words.ts";
import type { SearchQuery } from "../parse_query.ts";
import type { IndexedResult, PassageIndex } from "./passage_index.ts";
import type { Readability } from "./readability.ts";
import type { Work } from "./work.ts";

/**
 * Returns the readable results whose name or question contains a query in a script without spaces. `Intl.Segmenter` splits the beginning of a
 * word otherwise than the whole word, so words do not find all of them. Each name is work.
 */
export function* namesWith(
  { typed, phrases, excluded }: SearchQuery,
  { results }: PassageIndex,
  { readability, work }: { readability: Readability; work: Work },
): Generator<void, ReadonlySet<IndexedResult>> {
  const found = new Set<IndexedResult>();
  if (typed.search(unspacedRuns) < 0 || phrases.length + excluded.length > 0) return found;
  const lower = typed.toLowerCase();
  for (const result of results.slice(0, readability.results)) {
    const [first] = result.passages;
    if (work.add(2)) yield;
    if (first?.heading.toLowerCase().includes(lower) !== true) continue;
    if (readability.isReadable(first.number)) found.add(result);
  }
  return found;
}
