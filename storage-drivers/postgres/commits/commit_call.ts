import {
  type AddToSum,
  assertFits,
  type Changes,
  type Check,
  type Committed,
  type Conflict,
  type JsonObject,
  type StoreLimits,
} from "../../../lib/store/mod.ts";
import type { Row, SqlValue } from "../connection/connection.ts";
import { numbersOf } from "../records/array_text.ts";
import { checksumOfRecord } from "../../records/checksum.ts";
import {
  exactLimit,
  isReadCommitted,
  markNullNumbers,
  markNullTexts,
  nullable,
} from "../connection/session_settings.ts";

/** An entry of a PostgreSQL index has at most 2,704 bytes. */
export const postgresLimits: StoreLimits = { store: "PostgreSQL", addressBytes: 2600 };

/** Stands for any version in a check. */
const anyVersion = "*";

/** Number of arguments of `commit_changes`. */
const argumentCount = 17;

/** Indexes of its arguments that are lists with nulls: versions of checks; maxima and expiries of sums; sums and expiries of sets. */
const nullableArguments: ReadonlyMap<number, "text" | "double precision"> = new Map([
  [6, "text"],
  ...[9, 10, 13, 14].map((index) => [index, "double precision"] as const),
]);

/** Returns the statement for a number of calls of `commit_changes`. Each row begins with the number of its call. */
export function commitSql(schema: string, calls: number): string {
  const selects = Array.from({ length: calls }, (_, call) => {
    const first = call * argumentCount + 1;
    const parameters = Array.from({ length: argumentCount }, (_parameter, index) => {
      const type = nullableArguments.get(index);
      return type === undefined ? `$${first + index}` : nullable(`$${first + index}`, type);
    });
    const changes = `"${schema}".commit_changes(${parameters.join(", ")})`;
    return `select ${call}, * from ${changes} where ${isReadCommitted}`;
  });
  return `${selects.join(" union all ")} ${exactLimit()}`;
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
    markNullTexts(checks.map(wantedVersion)),
    ...listsOfSums(sums),
    sets.map(({ key }) => key),
    values,
    markNullNumbers(sets.map(({ value }) => sumIn(value))),
    markNullNumbers(sets.map(({ expiresAt = null }) => expiresAt)),
    sets.map(({ expiresAt }, index) => checksumOfRecord(version, expiresAt, values[index] ?? "")),
    deletes,
  ];
}

/** Returns the arguments for additions: keys, numbers, maxima and expiries. */
export function listsOfSums(sums: readonly AddToSum[]): SqlValue[] {
  return [
    sums.map(({ key }) => key),
    sums.map(({ add }) => add),
    markNullNumbers(sums.map(({ max = null }) => max)),
    markNullNumbers(sums.map(({ expiresAt = null }) => expiresAt)),
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
