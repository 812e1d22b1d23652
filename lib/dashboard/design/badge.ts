import { html, type Html, type HtmlValue } from "../../base/text/html.ts";

/** Meaning of a badge, shown by its color. */
export type BadgeTone = "good" | "soon" | "bad" | "info" | "quiet";

/** Renders a state as a dot and a word, so that the color is never the only sign. */
export function badge(tone: BadgeTone, label: HtmlValue): Html {
  return html`<span class="tag${tone !== "quiet" && ` tag-${tone}`}">${label}</span>`;
}
