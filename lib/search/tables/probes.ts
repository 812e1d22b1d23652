import type { Probe } from "../../store/mod.ts";

/** Number of results that are all ranked. */
const mostOfAll = 1000;
/** Number of results of a probe. */
const enough = 250;
/** Maximum number of groups of a probe. */
const mostGroups = 6;

/** Words that mean the same, of which a result needs one. */
export interface WordGroup {
  words: readonly number[];
  /** Number of results that have one of them. Results with several of them can count several times. */
  results: number;
}

/** The results to look for. */
export interface ProbePlan {
  probes: Probe[];
  /** Number of results that are enough. */
  most: number;
  /** True if the probes find every result that has any of the words. */
  isComplete: boolean;
}

/**
 * Plans which results a query ranks. If few results have its words, it ranks all. Otherwise it looks for those with all words, then for those
 * with all but one of the rarest words, which leave out the rarest last. Those with each word follow, the rarest first. Of words in very many results, it looks for the best
 * results first.
 *
 * @param groups words that a result can have
 * @param required words that a result must have
 * @param isInNames true if words count only in the names of results
 * @param results number of results of the index
 */
export function planProbes(
  groups: readonly WordGroup[],
  required: readonly WordGroup[],
  { isInNames, results }: { isInNames: boolean; results: number },
): ProbePlan {
  const all = [...groups, ...required];
  const found = all.reduce((sum, group) => sum + group.results, 0);
  if (Math.min(found, results) <= mostOfAll) {
    const words = all.flatMap((group) => group.words);
    const probes = words.length === 0 ? [] : [{ groups: [words], isStrong: false, most: mostOfAll }];
    return { probes, most: mostOfAll, isComplete: true };
  }
  const known = rarestFirst(groups.filter((group) => group.results > 0));
  const probes: Probe[] = [];
  const add = (added: readonly WordGroup[], most = enough): void => {
    // The rarest words find few results, and the ranking looks at all words.
    const found = rarestFirst([...required, ...added]).slice(0, mostGroups);
    const [rarest] = found;
    if (rarest === undefined) return;
    const probe = { groups: found.map(({ words }) => words), most };
    if (isInNames || rarest.results > enough) probes.push({ ...probe, isStrong: true });
    if (!isInNames) probes.push({ ...probe, isStrong: false });
  };
  add(known);
  if (required.length > 0) {
    if (known.length > 0) add([]);
  } else if (known.length > 1) {
    if (known.length > 2) {
      for (const left of known.slice(0, mostGroups).toReversed()) add(without(known, left), enough / 2);
    }
    for (const group of known) add([group]);
  }
  return { probes, most: 2 * enough, isComplete: false };
}

function without(groups: readonly WordGroup[], left: WordGroup): WordGroup[] {
  return groups.filter((group) => group !== left);
}

function rarestFirst(groups: readonly WordGroup[]): WordGroup[] {
  return groups.toSorted((one, other) => one.results - other.results);
}
