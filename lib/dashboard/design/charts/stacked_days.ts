import { type Column, table } from "../table.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { numberOf, sum } from "../../format/format.ts";

/** Numbers of a kind on each day. */
export interface DaySeries {
  name: string;
  /** Class of its color. */
  style: string;
  /** The latest day last. */
  values: readonly number[];
}

/** Data of a picture of days. */
export interface StackedDays {
  /** Id of the picture's title, unique on the page. */
  id: string;
  /** Says what the picture shows. */
  title: string;
  /** Days such as `2026-11-21`. */
  dates: readonly string[];
  series: readonly DaySeries[];
  /** Caption of the table. */
  caption: string;
  /** Default: 300. The width is 900. */
  height?: number;
}

const width = 900;
const usualHeight = 300;
const left = 56;
const bottom = 26;
const top = 12;

/** A bar of a day. */
/** A day with the number of each series. */
interface DayOfChart {
  date: string;
  stack: readonly number[];
}

interface Bar {
  day: number;
  date: string;
}

/** Renders a bar for each day with the numbers of each series, from the first series up. The same data follows as a table. */
export function stackedDays(chart: StackedDays): Html {
  const { id, title, dates, series, height = usualHeight } = chart;
  const most = niceAbove(Math.max(...dates.map((_date, day) => sum(stackOf(chart, day))), 1));
  return html`<figure class="usage">
<svg class="chart${height < usualHeight && " chart-low"}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${id}">
<title id="${id}">${title}</title>
${[0, 0.5, 1].map((part) => gridLine(chart, part, most))}
${dates.map((date, day) => bar(chart, { date, day }, most))}
${labelledDays(dates.length).map((day) => dateLabel(chart, day))}
</svg>
<figcaption>
<ul class="legend">
${series.map(({ style, name }) => html`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${style}" width="10" height="10" rx="2"/></svg>${name}</li>\n`)}</ul>
</figcaption>
</figure>
<details>
<summary>Show as a table</summary>
${dayTable(chart)}
</details>`;
}

function stackOf({ series }: StackedDays, day: number): number[] {
  return series.map(({ values }) => values[day] ?? 0);
}

function bar(chart: StackedDays, { date, day }: Bar, most: number): Html | false {
  const stack = stackOf(chart, day);
  if (sum(stack) === 0) return false;
  const slot = (width - left) / chart.dates.length;
  const x = round(left + day * slot + slot * 0.12);
  let below = 0;
  const parts = stack.map((value, index) => {
    const end = yOf(chart, below + value, most);
    const size = round(yOf(chart, below, most) - end);
    below += value;
    return (
      value > 0 &&
      html`<rect class="${chart.series[index]?.style}" x="${x}" y="${round(end)}" width="${round(slot * 0.76)}" height="${size}"/>`
    );
  });
  return html`<g><title>${date}: ${numberOf(sum(stack))}</title>${parts}</g>\n`;
}

function gridLine(chart: StackedDays, part: number, most: number): Html {
  const y = round(yOf(chart, part * most, most));
  return html`<line x1="${left}" x2="${width}" y1="${y}" y2="${y}"/><text x="${left - 6}" y="${y + 4}" text-anchor="end">${shortNumber(part * most)}</text>\n`;
}

/** Returns the first, the middle and the last day. */
function labelledDays(days: number): number[] {
  return [...new Set([0, Math.floor(days / 2), days - 1])];
}

function dateLabel({ dates, height = usualHeight }: StackedDays, day: number): Html {
  const slot = (width - left) / dates.length;
  const anchor = day === dates.length - 1 ? "end" : "start";
  const x = round(left + (anchor === "end" ? day + 1 : day) * slot);
  return html`<text x="${x}" y="${height - 6}" text-anchor="${anchor}">${dates[day]}</text>\n`;
}

/** Renders the same numbers as a table, for everyone who would rather read. */
function dayTable(chart: StackedDays): Html {
  const { dates, series, caption } = chart;
  return table({
    caption,
    columns: [
      { label: "Day", kind: "heading", cell: ({ date }) => date },
      ...series.map(({ name }, index): Column<DayOfChart> => ({
        label: name,
        kind: "number",
        cell: ({ stack }) => numberOf(stack[index] ?? 0),
      })),
    ],
    rows: dates.map((date, day) => ({ date, stack: stackOf(chart, day) })).toReversed(),
  });
}

function yOf({ height = usualHeight }: StackedDays, value: number, most: number): number {
  return top + (height - top - bottom) * (1 - value / most);
}

/** Returns a round number that is not below the value. It is even, so that half of it is whole. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 6, 10].find((one) => one * power >= value) ?? 10;
  return Math.max(2, factor * power);
}

function shortNumber(value: number): string {
  return value.toLocaleString("en-US", { notation: "compact" });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
