import type { FaqExplanation, FaqOptions } from "../../faq/mod.ts";
import { excerptOf } from "../format.ts";
import { html, type Html } from "../html.ts";
import { faqSettingLabels, sourceLabels } from "./organization_faq.ts";

/** How many headings the table shows, and how much of each text. */
const mostRows = 100;
const shownCharacters = 200;

/** Shows which headings of a post look like questions, and the setting that would make an entry of each. */
export function explanationTable(explanations: readonly FaqExplanation[] | null): Html {
  if (explanations === null)
    return html`<p>The post is too long to be explained here: postern faq explain does it.</p>`;
  if (explanations.length === 0) return html`<p>No heading of the post looks like a question.</p>`;
  const rest = explanations.length - mostRows;
  return html`<table class="cards">
<caption>Headings that look like questions. The settings are those of the organization.</caption>
<thead><tr><th scope="col">Text</th><th scope="col">Element</th><th scope="col">Entry</th><th scope="col">Why</th><th scope="col">Setting that would change it</th></tr></thead>
<tbody>
${explanations.slice(0, mostRows).map(
  ({ text, element, isEntry, reason, option }) => html`<tr>
<th scope="row">${excerptOf(text, shownCharacters)}</th>
<td data-label="Element"><code>${excerptOf(element, shownCharacters)}</code></td>
<td data-label="Entry">${isEntry ? "in" : "out"}</td>
<td data-label="Why">${reason}</td>
<td data-label="Setting">${option === undefined ? "none" : settingOf(option)}</td>
</tr>
`,
)}</tbody>
</table>
${rest > 0 && html`<p>And ${rest} more.</p>`}`;
}

function settingOf(option: FaqOptions): string {
  const { sources = [], headingText, bareText, language, questionMarks, unwrapHeadings } = option;
  return [
    ...sources.map((source) => sourceLabels[source]),
    headingText === "visible" && faqSettingLabels.headingText,
    bareText === true && faqSettingLabels.bareText,
    (language ?? questionMarks) !== undefined && faqSettingLabels.languages,
    unwrapHeadings === true && "unwrapHeadings, an option of the host",
  ]
    .filter((label) => label !== false)
    .join("; ");
}
