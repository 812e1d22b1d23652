import { html, type Html } from "../../base/text/html.ts";

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Renders a time in UTC as text, with the full timestamp in `datetime`. */
export function timeOf(timestamp: string): Html {
  return html`<time datetime="${timestamp}">${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC</time>`;
}

/** Renders a time in UTC with its second. The page says that its times are UTC. */
export function secondOf(timestamp: string): Html {
  return html`<time datetime="${timestamp}">${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)}</time>`;
}

/** Renders a day in UTC. */
export function dayOf(timestamp: string): Html {
  const day = timestamp.slice(0, 10);
  return html`<time datetime="${day}">${day}</time>`;
}

/** Returns a number with thousands separators. */
export function numberOf(value: number): string {
  return value.toLocaleString("en-US");
}

/** Returns the first `most` characters of a text, with an ellipsis if it is longer. */
export function excerptOf(text: string, most: number): string {
  const characters = Array.from(text.slice(0, 2 * most + 2));
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

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
