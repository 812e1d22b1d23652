import { numberOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { sum } from "../sum.ts";

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

const width = 900;
const height = 300;
const left = 56;
const bottom = 24;
const top = 10;

/** Renders a bar for each day with the requests of each key, the refused requests on top. The same data follows as a table. */
export function usageChart(chart: UsageChart): Html {
  const { dates, series, refusals } = chart;
  const totals = dates.map((_date, day) => stackOf(chart, day).reduce((sum, value) => sum + value, 0));
  const most = niceAbove(Math.max(...totals, 1));
  return html`<figure class="usage">
<svg class="chart" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="chart-title">
<title id="chart-title">Requests on each of the last ${dates.length} days, ${numberOf(sum(totals) - sum(refusals))} in total, and ${numberOf(sum(refusals))} refused</title>
${[0, 0.5, 1].map((part) => gridLine(part, most))}
${dates.map((date, day) => bar(chart, { date, day, most }))}
${[0, Math.floor(dates.length / 2), dates.length - 1].map((day) => dateLabel(dates, day))}
</svg>
<figcaption>
<ul class="legend">
${series.map(({ name }, index) => legend(`s${index}`, name))}${legend("refused", "Refused (429)")}</ul>
</figcaption>
</figure>
<details>
<summary>Show as a table</summary>
${table(chart)}
</details>`;
}

function stackOf({ series, refusals }: UsageChart, day: number): number[] {
  return [...series.map(({ requests }) => requests[day] ?? 0), refusals[day] ?? 0];
}

function bar(
  chart: UsageChart,
  { date, day, most }: { date: string; day: number; most: number },
): Html | false {
  const stack = stackOf(chart, day);
  if (sum(stack) === 0) return false;
  const slot = (width - left) / chart.dates.length;
  const x = round(left + day * slot + slot * 0.12);
  let below = 0;
  const parts = stack.map((value, index) => {
    const end = yOf(below + value, most);
    const size = round(yOf(below, most) - end);
    below += value;
    const style = index === chart.series.length ? "refused" : `s${index}`;
    return (
      value > 0 &&
      html`<rect class="${style}" x="${x}" y="${round(end)}" width="${round(slot * 0.76)}" height="${size}"/>`
    );
  });
  return html`<g><title>${date}: ${numberOf(sum(stack))}</title>${parts}</g>\n`;
}

function gridLine(part: number, most: number): Html {
  const y = round(yOf(part * most, most));
  return html`<line x1="${left}" x2="${width}" y1="${y}" y2="${y}"/><text x="${left - 6}" y="${y + 4}" text-anchor="end">${numberOf(part * most)}</text>\n`;
}

function dateLabel(dates: readonly string[], day: number): Html {
  const slot = (width - left) / dates.length;
  const anchor = day === dates.length - 1 ? "end" : "start";
  const x = round(left + (anchor === "end" ? day + 1 : day) * slot);
  return html`<text x="${x}" y="${height - 6}" text-anchor="${anchor}">${dates[day]}</text>\n`;
}

function legend(style: string, name: string): Html {
  return html`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${style}" width="10" height="10"/></svg>${name}</li>\n`;
}

function table(chart: UsageChart): Html {
  const { dates, series } = chart;
  return html`<table>
<caption>Requests on each UTC day, newest first</caption>
<thead><tr><th scope="col">Day</th>${series.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}<th scope="col" class="number">Refused</th></tr></thead>
<tbody>
${dates
  .map(
    (date, day) =>
      html`<tr><th scope="row">${date}</th>${stackOf(chart, day).map((value) => html`<td class="number">${numberOf(value)}</td>`)}</tr>\n`,
  )
  .toReversed()}</tbody>
</table>`;
}

function yOf(value: number, most: number): number {
  return top + (height - top - bottom) * (1 - value / most);
}

/** Returns a round number that is not below the value. It is even, so that half of it is whole. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 6, 10].find((one) => one * power >= value) ?? 10;
  return Math.max(2, factor * power);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
