import type { AddToSum, Changes, Check, Conflict, JsonObject } from "./atomic_driver.ts";

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
  const isHeld = (check: Check): boolean => holds(check, find(check.key));
  const totals = sums.map(({ key, add }) => Number(find(key)?.value["sum"] ?? 0) + add);
  const isWithin = ({ max = Infinity }: AddToSum, index: number): boolean => (totals[index] ?? 0) <= max;
  if (checks.every(isHeld) && sums.every(isWithin)) return { conflict: null, totals };
  const failedChecks = checks.flatMap((check, index) => (isHeld(check) ? [] : index));
  const exceededSums = sums.flatMap((sum, index) => (isWithin(sum, index) ? [] : index));
  return { conflict: { committed: false, failedChecks, exceededSums }, totals };
}

function holds(check: Check, record: KnownRecord | null | undefined): boolean {
  const exists = record !== null && record !== undefined;
  return "exists" in check ? check.exists === exists : record?.version === check.version;
}
