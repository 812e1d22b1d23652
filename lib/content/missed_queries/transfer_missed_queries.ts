import { type RestoreOptions, type RestoreOutcome, type Store } from "../../store/mod.ts";
import { readDays, restoreDay } from "../../store/daily_counts/mod.ts";
import { type MissedDay, missedQueryKind } from "./missed_query_record.ts";

const { prefix } = missedQueryKind;

/** Reads the queries without results of an organization, day by day. */
export function readMissedQueries(store: Store, organizationSlug: string): AsyncGenerator<MissedDay> {
  return readDays(store, organizationSlug, prefix);
}

/** Restores the queries without results of a day, unless the day is more than 30 days ago. */
export async function restoreMissedQueries(
  store: Store,
  organizationSlug: string,
  day: MissedDay,
  options: RestoreOptions & { now: number },
): Promise<RestoreOutcome> {
  return restoreDay(store, organizationSlug, { prefix, day }, options);
}
