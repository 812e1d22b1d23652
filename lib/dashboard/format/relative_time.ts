import { html, type Html } from "../../base/text/html.ts";
import { timeUntil } from "./time_until.ts";

/** Renders a time as its distance from now, such as `4 minutes ago`. The exact time in UTC appears on hover, and in `datetime`. */
export function relativeTime(timestamp: string, now: number): Html {
  const exact = `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)} UTC`;
  return html`<time datetime="${timestamp}" title="${exact}">${timeUntil(timestamp, now)}</time>`;
}
