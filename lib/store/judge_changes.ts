import type { AddToSum, Changes, Check, Conflict, JsonObject } from "./atomic_driver.ts";
import type { DamagedRecordError } from "./damaged_record_error.ts";

/** An existing record in a driver. */
export interface KnownRecord {
  value: JsonObject;
  /** Empty for a damaged record, so that no version check matches. */
  version: string;
  damage?: DamagedRecordError;
}

/**
 * Evaluates the checks and sums of a commit, for drivers that are written in JavaScript. `find` returns the record of a key if it has not
 * expired.
 *
 * @throws {DamagedRecordError} if a counter is damaged
 * @returns the conflict or null, and the new value of each counter
 */
export function judgeChanges(
  { checks = none, sums = none }: Changes,
  find: (key: string) => KnownRecord | null | undefined,
): { conflict: Conflict | null; totals: number[] } {
  const totals: number[] = [];
  let conflict: Conflict | null = null;
  for (let index = 0; index < checks.length; index++) {
    const check = checks[index] as Check;
    const record = find(check.key) ?? undefined;
    const holds =
      "exists" in check ? check.exists === (record !== undefined) : record?.version === check.version;
    if (!holds) (conflict ??= newConflict()).failedChecks.push(index);
  }
  for (let index = 0; index < sums.length; index++) {
    const { key, add, max = Infinity } = sums[index] as AddToSum;
    const counter = find(key);
    if (counter?.damage !== undefined) throw counter.damage;
    const total = Number(counter?.value["sum"] ?? 0) + add;
    if (total > max) (conflict ??= newConflict()).exceededSums.push(index);
    totals.push(total);
  }
  return { conflict, totals };
}

const none: readonly never[] = [];

function newConflict(): Conflict {
  return { committed: false, failedChecks: [], exceededSums: [] };
}
