import { assertFits, type Count } from "../../lib/store/mod.ts";
import type { SqlValue } from "./connection.ts";
import { postgresLimits } from "./postgres_limits.ts";

/**
 * Returns the arguments of `count_uses` after the time.
 *
 * @throws {StoreLimitError} when a key does not fit the index
 */
export function countArguments(counts: readonly Count[], versions: readonly string[]): SqlValue[] {
  for (const { partition, sums } of counts) assertFits(postgresLimits, partition, { sums });
  const sums = counts.flatMap((count) => count.sums);
  return [
    versions,
    counts.map(({ partition }) => partition),
    counts.map(({ check }) => check.key),
    counts.map(({ check }) => check.version),
    counts.map((count) => count.sums.length),
    sums.map(({ key }) => key),
    sums.map(({ add }) => add),
    sums.map(({ max = null }) => max),
    sums.map(({ expiresAt = null }) => expiresAt),
  ];
}
