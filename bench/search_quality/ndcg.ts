/** Number of results that count. */
export const countedResults = 5;

/**
 * Returns the normalized discounted cumulative gain of the first 5 results, from 0 to 1. The gain of a page is 2 to the power of its grade,
 * minus 1. A page that is not judged has no gain.
 */
export function ndcg(ids: readonly string[], grades: ReadonlyMap<string, number>): number {
  const ideal = gainOf([...grades.values()].toSorted((one, other) => other - one));
  return ideal === 0 ? 0 : gainOf(ids.map((id) => grades.get(id) ?? 0)) / ideal;
}

function gainOf(grades: readonly number[]): number {
  return grades
    .slice(0, countedResults)
    .reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}
