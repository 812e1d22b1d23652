import { assertFits, type Count } from "../../../lib/store/mod.ts";
import { listsOfSums, postgresLimits } from "./commit_call.ts";
import type { SqlValue } from "../connection/connection.ts";
import { exactLimit, isReadCommitted, nullable } from "../connection/session_settings.ts";

/** Returns the statement that calls `count_uses`. */
export function countSql(schema: string): string {
  const lists = ["$11", "$12"].map((parameter) => nullable(parameter, "double precision"));
  const parameters = `$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${lists.join(", ")}`;
  return `select * from "${schema}".count_uses(${parameters}) where ${isReadCommitted} ${exactLimit()}`;
}

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
    ...listsOfSums(sums),
  ];
}
