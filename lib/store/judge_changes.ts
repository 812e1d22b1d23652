import type { Changes, Check, Conflict, JsonObject } from "./atomic_driver.ts";

/** What a driver knows of a record that is there. */
export interface KnownRecord {
  value: JsonObject;
  version: string;
}

/**
 * Decides whether a commit may happen: the rules of checks and sums, for drivers that are written in
 * JavaScript. `find` answers the live record of a key.
 *
 * @returns the conflict, or null and the new value of each counter
 */
export function judgeChanges(
  { checks = [], sums = [] }: Changes,
  find: (key: string) => KnownRecord | null | undefined,
): { conflict: Conflict | null; totals: number[] } {
  const totals: number[] = [];
  const failedChecks: number[] = [];
  const exceededSums: number[] = [];
  let index = 0;
  for (const check of checks) {
    if (!holds(check, find(check.key))) failedChecks.push(index);
    index++;
  }
  for (const { key, add, max = Infinity } of sums) {
    const total = Number(find(key)?.value["sum"] ?? 0) + add;
    if (total > max) exceededSums.push(totals.length);
    totals.push(total);
  }
  const isHeld = failedChecks.length + exceededSums.length === 0;
  return { conflict: isHeld ? null : { committed: false, failedChecks, exceededSums }, totals };
}

function holds(check: Check, record: KnownRecord | null | undefined): boolean {
  const exists = record !== null && record !== undefined;
  return "exists" in check ? check.exists === exists : record?.version === check.version;
}
