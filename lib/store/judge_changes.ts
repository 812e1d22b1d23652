import type { AddToSum, Changes, Check, Conflict, JsonObject } from "./atomic_driver.ts";
import type { DamagedRecordError } from "./damaged_record_error.ts";

/** What a driver knows of a record that is there. */
export interface KnownRecord {
  value: JsonObject;
  /** Empty for a damaged record, so that no check of a version holds. */
  version: string;
  damage?: DamagedRecordError;
}

/**
 * Decides whether a commit may happen: the rules of checks and sums, for drivers that are written in
 * JavaScript. `find` answers the live record of a key.
 *
 * @throws {DamagedRecordError} when a counter is damaged
 * @returns the conflict, or null and the new value of each counter
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
