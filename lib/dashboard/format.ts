import { html, type Html } from "../html.ts";

/** A time as a person reads it, in UTC, and as a program does. */
export function timeOf(timestamp: string): Html {
  return html`<time datetime="${timestamp}">${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC</time>`;
}

/** A day in UTC. */
export function dayOf(timestamp: string): Html {
  const day = timestamp.slice(0, 10);
  return html`<time datetime="${day}">${day}</time>`;
}

/** A number with separators between its thousands. */
export function numberOf(value: number): string {
  return value.toLocaleString("en-US");
}

/** The first characters of a text. */
export function excerptOf(text: string, most: number): string {
  const characters = Array.from(text.slice(0, 2 * most + 2));
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
}
