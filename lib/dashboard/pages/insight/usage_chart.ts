import { stackedDays } from "../../design/charts/stacked_days.ts";
import { numberOf, sum } from "../../format/format.ts";
import type { Html } from "../../../base/text/html.ts";

/** Daily requests of a key, or of several keys together. */
export interface Series {
  name: string;
  /** Requests of each day, the latest day last. */
  requests: readonly number[];
}

/** Data of a chart. */
export interface UsageChart {
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
