import { type CountedKind, DailyCounts, type DailyCountsDeps } from "./daily_counts.ts";
import { type CountedRequest, InsightCounts } from "./insight_counts.ts";
import type { InsightDay } from "./insight_day.ts";
import { mergeDay } from "./merge_day.ts";

/** Counts of requests, per organization and UTC day. */
export const insightKind: CountedKind<CountedRequest, InsightCounts, InsightDay> = {
  prefix: ["insight"],
  newCounts: () => new InsightCounts(),
  isEmpty: ({ requests }) => requests.size === 0,
  count: (into, request) => into.add(request),
  merge: mergeDay,
};

/**
 * Counts the requests to an organization by endpoint, status and key, the posts that were read, and the refusals, for 30 days. It stores no
 * address, no user agent and no query.
 */
export class Insight extends DailyCounts<CountedRequest, InsightCounts, InsightDay> {
  constructor(deps: DailyCountsDeps) {
    super(insightKind, deps);
  }
}
