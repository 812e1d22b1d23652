import { clockTolerance } from "../base/time/clock.ts";
import type { AddToSum, Changes, Check, Conflict, JsonObject } from "./contract/atomic_driver.ts";
import type { DamagedRecordError } from "./contract/damaged_record_error.ts";

/** An existing record in a driver. */
export interface KnownRecord {
  value: JsonObject;
  /** Empty for a damaged record, so that no version check matches. */
  version: string;
  /** Expiry in milliseconds since the epoch. Undefined means never. */
  expiresAt?: number | undefined;
  damage?: DamagedRecordError;
}

/** The result of {@link judgeChanges}. */
export interface JudgedChanges {
  conflict: Conflict | null;
  /** The new value of each counter, in the order of `sums`. */
  totals: number[];
  /** The expiry that each counter has after the commit, in the order of `sums`. */
  expiries: (number | undefined)[];
}

/**
 * Evaluates the checks and sums of a commit, for drivers that are written in JavaScript. `find` returns the record of a key if it has not
 * expired.
 *
 * @throws {DamagedRecordError} if a counter is damaged
 */
export function judgeChanges(
  { checks = none, sums = none }: Changes,
  find: (key: string) => KnownRecord | null | undefined,
): JudgedChanges {
  const totals: number[] = [];
  const expiries: (number | undefined)[] = [];
  let conflict: Conflict | null = null;
  for (let index = 0; index < checks.length; index++) {
    const check = checks[index] as Check;
    const record = find(check.key) ?? undefined;
    const holds =
      "exists" in check ? check.exists === (record !== undefined) : record?.version === check.version;
    if (!holds) (conflict ??= newConflict()).failedChecks.push(index);
  }
  for (let index = 0; index < sums.length; index++) {
    const { key, add, max = Infinity, expiresAt } = sums[index] as AddToSum;
    const found = find(key);
    if (found?.damage !== undefined) throw found.damage;
    // A clock that was ahead created a counter that expires too late. It is begun anew.
    const isTooLate = (found?.expiresAt ?? -Infinity) > (expiresAt ?? Infinity) + clockTolerance;
    const counter = isTooLate ? undefined : found;
    const total = Number(counter?.value["sum"] ?? 0) + add;
    if (total > max) (conflict ??= newConflict()).exceededSums.push(index);
    totals.push(total);
    expiries.push(counter ? counter.expiresAt : expiresAt);
  }
  return { conflict, totals, expiries };
}

const none: readonly never[] = [];

function newConflict(): Conflict {
  return { committed: false, failedChecks: [], exceededSums: [] };
}
