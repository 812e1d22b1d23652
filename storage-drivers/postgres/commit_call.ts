import {
  assertFits,
  type Changes,
  type Check,
  type Committed,
  type Conflict,
  type JsonObject,
} from "../../lib/store/mod.ts";
import type { Row, SqlValue } from "./connection.ts";
import { numbersOf } from "./numbers_of.ts";
import { postgresLimits } from "./postgres_limits.ts";
import { checksumOfRecord } from "./record_row.ts";

/** Stands for any version in a check. */
const anyVersion = "*";

/** Number of arguments of `commit_changes`. */
const argumentCount = 17;

/** Returns the statement for a number of calls of `commit_changes`. Each row begins with the number of its call. */
export function commitSql(schema: string, calls: number): string {
  const selects = Array.from({ length: calls }, (_, call) => {
    const first = call * argumentCount + 1;
    const parameters = Array.from({ length: argumentCount }, (_parameter, index) => `$${first + index}`);
    return `select ${call}, * from "${schema}".commit_changes(${parameters.join(", ")})`;
  });
  return selects.join(" union all ");
}

/**
 * Returns the arguments of `commit_changes` after the time.
 *
 * @throws {TypeError} when a value is not JSON
 * @throws {StoreLimitError} when a key does not fit the index
 */
export function commitArguments(partition: string, changes: Changes, version: string): SqlValue[] {
  const { checks = [], sums = [], sets = [], deletes = [] } = changes;
  assertFits(postgresLimits, partition, { sums, sets });
  const values = sets.map(({ value }) => JSON.stringify(value));
  return [
    version,
    partition,
    checks.map(({ key }) => key),
    checks.map(wantedVersion),
    sums.map(({ key }) => key),
    sums.map(({ add }) => add),
    sums.map(({ max = null }) => max),
    sums.map(({ expiresAt = null }) => expiresAt),
    sets.map(({ key }) => key),
    values,
    sets.map(({ value }) => sumIn(value)),
    sets.map(({ expiresAt = null }) => expiresAt),
    sets.map(({ expiresAt }, index) => checksumOfRecord(version, expiresAt, values[index] ?? "")),
    deletes,
  ];
}

/** Reads a row of `commit_changes` or `count_uses`, after the identity. */
export function commitOutcome([, failed, exceeded, totals]: Row, version: string): Committed | Conflict {
  if (failed === "{}" && exceeded === "{}") return { committed: true, version, sums: numbersOf(totals) };
  return { committed: false, failedChecks: numbersOf(failed), exceededSums: numbersOf(exceeded) };
}

function wantedVersion(check: Check): string | null {
  if ("exists" in check) return check.exists ? anyVersion : null;
  return check.version;
}

/** Returns the number that a later sum of this record continues. */
function sumIn(value: JsonObject): number | null {
  return typeof value["sum"] === "number" ? value["sum"] : null;
}
