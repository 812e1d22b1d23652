import { readDays, restoreDay } from "./transfer_days.ts";
import type { RestoreOptions, RestoreOutcome } from "../records/restore_records.ts";
import type { Store } from "../store.ts";
import { insightKind } from "./insight.ts";
import type { InsightDay } from "./insight_day.ts";

const { prefix } = insightKind;

/** Reads the counted requests of an organization, day by day. */
export function readInsight(store: Store, organizationSlug: string): AsyncGenerator<InsightDay> {
  return readDays(store, organizationSlug, prefix);
}

/** Restores the counted requests of a day, unless the day is more than 30 days ago. */
export async function restoreInsight(
  store: Store,
  organizationSlug: string,
  day: InsightDay,
  options: RestoreOptions & { now: number },
): Promise<RestoreOutcome> {
  return restoreDay(store, organizationSlug, { prefix, day }, options);
}
