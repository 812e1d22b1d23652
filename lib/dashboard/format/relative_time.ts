import { html, type Html } from "../../base/text/html.ts";

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Returns the time until an instant in words, such as `in 3 days` or `2 hours ago`, in the largest unit that fits. */
export function timeUntil(timestamp: string, now: number): string {
  const left = Date.parse(timestamp) - now;
  if (Math.abs(left) < 60_000) return left > 0 ? "in less than a minute" : "just now";
  const [unit, size] = units.find(([, milliseconds]) => Math.abs(left) >= milliseconds) ?? ["minute", 60_000];
  const format = new Intl.RelativeTimeFormat("en", { numeric: "always" });
  return format.format(Math.trunc(left / size), unit);
}

/** Renders a time as its distance from now, such as `4 minutes ago`. The exact time in UTC appears on hover, and in `datetime`. */
export function relativeTime(timestamp: string, now: number): Html {
  const exact = `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)} UTC`;
  return html`<time datetime="${timestamp}" title="${exact}">${timeUntil(timestamp, now)}</time>`;
}
