import { html, type Html } from "../../base/text/html.ts";

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
