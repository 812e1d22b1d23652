import type { Count } from "../../lib/store/mod.ts";
import type { SqlValue } from "./connection.ts";
import { checkLength } from "./key_too_long_error.ts";

/**
 * Returns the arguments of `count_uses` after the time.
 *
 * @throws {KeyTooLongError} when a key does not fit the index
 */
export function countArguments(counts: readonly Count[], versions: readonly string[]): SqlValue[] {
  for (const { partition, sums } of counts) {
    for (const { key } of sums) checkLength({ partition, key });
  }
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
