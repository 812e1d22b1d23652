import { html, type Html, type HtmlValue } from "../../base/text/html.ts";

/** Something that a visitor may have to act on, or that is in order. */
export interface Attention {
  tone: "good" | "soon" | "bad";
  /** The present state, in one sentence. */
  text: HtmlValue;
  /** The facts, and a link to the next step. */
  detail?: HtmlValue;
}

/** Renders the points with a dot each. The text alone names the fault, so the color is never the only sign. */
export function attentionList(points: readonly Attention[]): Html {
  return html`<ul class="attention">
${points.map(
  ({ tone, text, detail }) =>
    html`<li class="attention-${tone}">${text}${detail !== undefined && html`<p class="hint">${detail}</p>`}</li>\n`,
)}</ul>`;
}
