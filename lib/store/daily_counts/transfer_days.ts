import type { KeyPart } from "../encode_key.ts";
import { type RestoreOptions, type RestoreOutcome, restoreRecords } from "../records/restore_records.ts";
import type { Store } from "../store.ts";
import { expiryOfDay, keyOfDay } from "./counted_day.ts";

/** Reads the daily counts of an organization, day by day. */
export async function* readDays<Day>(
  store: Store,
  organizationSlug: string,
  prefix: readonly KeyPart[],
): AsyncGenerator<Day> {
  for await (const { data } of store.listAll<Day>(["org", organizationSlug], { prefix }, 10)) yield data;
}

/** Restores the counts of a day, unless the day is more than 30 days ago. */
export async function restoreDay(
  store: Store,
  organizationSlug: string,
  { prefix, day }: { prefix: readonly KeyPart[]; day: { date: string } },
  options: RestoreOptions & { now: number },
): Promise<RestoreOutcome> {
  const expiresAt = expiryOfDay(day.date);
  if (expiresAt <= options.now) return "unchanged";
  const wanted = { key: keyOfDay(prefix, day.date), data: day, expiresAt };
  return restoreRecords(store, ["org", organizationSlug], () => ({ wanted: [wanted] }), options);
}
