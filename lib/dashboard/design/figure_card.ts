import { html, type Html, type HtmlValue } from "../../base/text/html.ts";

/** Renders a number or a word with its label, and a sentence about it. */
export function figureCard(label: string, figure: HtmlValue, detail: HtmlValue): Html {
  return html`<div class="card"><p class="label">${label}</p>
<p class="figure">${figure}</p>
<p class="hint">${detail}</p></div>
`;
}
