import { table } from "../../design/table.ts";
import type { PostFaqExplanation } from "../../../api/mod.ts";
import type { FaqSettingsChange } from "../../../content/mod.ts";
import { excerptOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { faqSettingLabels, sourceLabels } from "./organization_faq.ts";

/** Maximum number of headings in the table, and of characters in each text. */
const mostRows = 100;
const shownCharacters = 200;

/** Renders the headings of a post that look like questions, with the setting that would turn each into an entry. */
export function explanationTable(
  explanations: readonly PostFaqExplanation[] | null,
  inLanguage: string,
): Html {
  if (explanations === null) return html`<p>The post is too long to be explained here.</p>`;
  if (explanations.length === 0) return html`<p>No heading of the post looks like a question.</p>`;
  const rest = explanations.length - mostRows;
  return html`${table({
    caption: "Headings that look like questions. The settings are those of the organization.",
    columns: [
      { label: "Text", kind: "heading", cell: ({ text }) => excerptOf(text, shownCharacters) },
      { label: "Element", cell: ({ element }) => html`<code>${excerptOf(element, shownCharacters)}</code>` },
      { label: "Entry", cell: ({ isEntry }) => (isEntry ? "in" : "out") },
      { label: "Why", cell: ({ reason }) => reason },
      {
        label: "Setting that would change it",
        cell: ({ change }) => (change === undefined ? "none" : settingOf(change, inLanguage)),
      },
    ],
    rows: explanations.slice(0, mostRows),
  })}
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
