export { Insight } from "./insight.ts";
export type { CountedRequest } from "./insight_counts.ts";
export {
  type CountedRefusals,
  type CountedRequests,
  type CountedSlug,
  type InsightDay,
  isKeyId,
  type StatusClass,
  statusClasses,
  type StatusCounts,
} from "./insight_day.ts";
export { insightCsv } from "./insight_csv.ts";
export {
  type InsightReport,
  type InsightRow,
  type KeyInsight,
  keyReportOf,
  reportOf,
  requestsOf,
  rowsOf,
  type Statuses,
} from "./insight_report.ts";
export { readInsight, restoreInsight } from "./transfer_insight.ts";
