import { html, type Html, type HtmlValue } from "../../../base/text/html.ts";
import { numberOf } from "../../format/format.ts";
import { shareBar } from "./share_bar.ts";

/** An entry of a {@link ranking}. */
export interface Ranked {
  name: Html;
  count: number;
  /** Sentence below the name. */
  detail?: HtmlValue;
}

/** Renders entries with their counts and bars, as they are sorted. Bars are relative to the first entry. */
export function ranking(entries: readonly Ranked[], unit: string): Html {
  const most = entries[0]?.count ?? 0;
  return html`<ol class="ranking">
${entries.map(
  ({ name, count, detail }) => html`<li><span class="ranking-name">${name}</span>
<span class="number">${numberOf(count)}<span class="hidden"> ${unit}</span></span>
${shareBar(count, most)}
${detail !== undefined && html`<p class="hint">${detail}</p>`}</li>
`,
)}</ol>`;
}
