import type { PostFaqExplanation } from "../../admin/mod.ts";
import type { FaqSettingsChange } from "../../content/mod.ts";
import { excerptOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { faqSettingLabels, sourceLabels } from "./organization_faq.ts";

/** Maximum number of headings in the table, and of characters in each text. */
const mostRows = 100;
const shownCharacters = 200;

/** Renders the headings of a post that look like questions, with the setting that would turn each into an entry. */
export function explanationTable(
  explanations: readonly PostFaqExplanation[] | null,
  inLanguage: string,
): Html {
  if (explanations === null)
    return html`<p>The post is too long to be explained here. The FAQ entries above are complete.</p>`;
  if (explanations.length === 0) return html`<p>No heading of the post looks like a question.</p>`;
  const rest = explanations.length - mostRows;
  return html`<table class="cards">
<caption>Headings that look like questions. The settings are those of the organization.</caption>
<thead><tr><th scope="col">Text</th><th scope="col">Element</th><th scope="col">Entry</th><th scope="col">Why</th><th scope="col">Setting that would change it</th></tr></thead>
<tbody>
${explanations.slice(0, mostRows).map(
  ({ text, element, isEntry, reason, change }) => html`<tr>
<th scope="row">${excerptOf(text, shownCharacters)}</th>
<td data-label="Element"><code>${excerptOf(element, shownCharacters)}</code></td>
<td data-label="Entry">${isEntry ? "in" : "out"}</td>
<td data-label="Why">${reason}</td>
<td data-label="Setting">${change === undefined ? "none" : settingOf(change, inLanguage)}</td>
</tr>
`,
)}</tbody>
</table>
${rest > 0 && html`<p>And ${rest} more.</p>`}`;
}

/** Returns the labels of the settings that would turn a heading into a question. */
export function settingOf({ faq, needsLanguage }: FaqSettingsChange, inLanguage: string): string {
  const { sources = [], headingText, bareText, languages } = faq;
  return [
    ...sources.map((source) => sourceLabels[source]),
    headingText === "visible" && faqSettingLabels.headingText,
    bareText === true && faqSettingLabels.bareText,
    languages === true && faqSettingLabels.languages,
    needsLanguage && `Language of the post, which is ${inLanguage} now`,
  ]
    .filter((label) => label !== false)
    .join("; ");
}
