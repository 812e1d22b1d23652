/**
 * Counts by day: requests, refusals and searches, written after the responses.
 *
 * @module
 */
export { BoundedCounts, highestCounts, invisibleCharacters } from "./bounded_counts.ts";
export { countedDays, lastDates } from "./counted_day.ts";
export { DailyCounts, type CountedKind, type DailyCountsDeps } from "./daily_counts.ts";
export { Insight } from "./insight.ts";
export {
  isKeyId,
  noKey,
  statusClasses,
  type CountedRefusals,
  type CountedRequests,
  type CountedSlug,
  type InsightDay,
  type StatusClass,
  type StatusCounts,
} from "./insight_day.ts";
export { sumRefusals, sumRequests } from "./merge_day.ts";
export { readDays, restoreDay } from "./transfer_days.ts";
export { readInsight, restoreInsight } from "./transfer_insight.ts";
