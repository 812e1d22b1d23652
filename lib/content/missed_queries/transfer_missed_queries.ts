import { type RestoreOptions, type RestoreOutcome, restoreRecords, type Store } from "../../store/mod.ts";
import { type MissedDay, missedExpiry, missedKey, missedPrefix } from "./missed_query_record.ts";

/** Reads the queries without results of an organization, day by day. */
export async function* readMissedQueries(store: Store, organizationSlug: string): AsyncGenerator<MissedDay> {
  const days = store.listAll<MissedDay>(["org", organizationSlug], { prefix: missedPrefix }, 10);
  for await (const { data } of days) yield data;
}

/** Restores the queries without results of a day, unless the day is more than 30 days ago. */
export async function restoreMissedQueries(
  store: Store,
  organizationSlug: string,
  day: MissedDay,
  options: RestoreOptions & { now: number },
): Promise<RestoreOutcome> {
  const expiresAt = missedExpiry(day.date);
  if (expiresAt <= options.now) return "unchanged";
  const wanted = { key: missedKey(day.date), data: day, expiresAt };
  return restoreRecords(store, ["org", organizationSlug], () => ({ wanted: [wanted] }), options);
}
