import type { StatusClass } from "../../../store/daily_counts/mod.ts";
import { type Statuses, requestsOf } from "../../../api/mod.ts";
import type { Html } from "../../../base/text/html.ts";
import { stackedDays } from "../../design/charts/stacked_days.ts";
import { numberOf, sum } from "../../format/format.ts";

/** The classes of statuses from the bottom of a bar up. */
const shown: readonly { status: StatusClass; name: string; style: string }[] = [
  { status: "2xx", name: "Answered (2xx)", style: "s0" },
  { status: "304", name: "Unchanged (304)", style: "s1" },
  { status: "3xx", name: "Redirected (3xx)", style: "s5" },
  { status: "4xx", name: "Refused or not found (4xx)", style: "s2" },
  { status: "5xx", name: "Failed (5xx)", style: "failed" },
];

/** Renders the requests of each day by class of status. */
export function statusChart(
  days: readonly { date: string; requests: Statuses }[],
  { height }: { height?: number } = {},
): Html {
  const total = sum(days.map(({ requests }) => requestsOf(requests)));
  const errors = sum(days.map(({ requests }) => errorsOf(requests)));
  return stackedDays({
    id: "status-chart-title",
    title: `Requests on each of the last ${days.length} days, ${numberOf(total)} in total, ${numberOf(errors)} of them with an error`,
    dates: days.map(({ date }) => date),
    series: shown
      .map(({ status, name, style }) => ({
        name,
        style,
        values: days.map(({ requests }) => requests[status]),
      }))
      .filter(({ style, values }) => style === "s0" || sum(values) > 0),
    caption: "Requests on each UTC day, newest first",
    ...(height === undefined ? {} : { height }),
  });
}

/** Returns the number of responses with an error. */
export function errorsOf(requests: Statuses): number {
  return requests["4xx"] + requests["5xx"];
}

/** Returns a part of a whole in percent, such as `1.2%`. */
export function percentOf(part: number, whole: number): string {
  if (whole === 0) return "0%";
  const share = part / whole;
  if (share > 0 && share < 0.001) return "under 0.1%";
  return share.toLocaleString("en-US", { style: "percent", maximumFractionDigits: 1 });
}

/** Daily requests of a key, or of several keys together. */
export interface Series {
  name: string;
  /** Requests of each day, the latest day last. */
  requests: readonly number[];
}

/** Data of a chart. */
interface UsageChart {
  /** Days such as `2026-11-21`. */
  dates: readonly string[];
  /** At most 6. */
  series: readonly Series[];
  /** Refused requests of each day, for all keys together. */
  refusals: readonly number[];
}

/** Renders a bar for each day with the requests of each key, the refused requests on top. */
export function usageChart({ dates, series, refusals }: UsageChart): Html {
  const total = sum(series.map(({ requests }) => sum(requests)));
  return stackedDays({
    id: "chart-title",
    title: `Requests on each of the last ${dates.length} days, ${numberOf(total)} in total, and ${numberOf(sum(refusals))} refused`,
    dates,
    series: [
      ...series.map(({ name, requests }, index) => ({ name, style: `s${index}`, values: requests })),
      { name: "Refused (429)", style: "refused", values: refusals },
    ],
    caption: "Requests on each UTC day, newest first",
  });
}
