import type { FaqTrial, TriedText } from "../../../api/mod.ts";
import type { StoredPost } from "../../../content/mod.ts";
import { submitButton } from "../../design/button.ts";
import { selectField, textField } from "../../design/field.ts";
import { excerptOf, numberOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { textOf } from "../../form/read_form.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { explanationTable } from "./faq_explanation.ts";

const shownEntries = 20;
const shownCharacters = 300;

const formats = [
  ["html", "The HTML below"],
  ["markdown", "The Markdown below"],
] as const;
const postPrefix = "post ";

/** Renders the fields that try the entered settings on a text or a post, before they are saved. */
export function faqTrialFields(visit: Visit, posts: readonly StoredPost[]): Html {
  const { form } = visit;
  const choices = [
    ...posts.map(({ slug, name }) => [`${postPrefix}${slug}`, excerptOf(name, 60)] as const),
    ...formats,
  ];
  return html`<details class="trial"${form.has("try") && html` open`}><summary>Try these settings before you save them</summary>
${selectField({ name: "tryOn", label: "Try on", value: textOf(form, "tryOn"), choices })}
${textField({ name: "tryText", label: "Text", hint: "HTML or Markdown, if you chose it above", rows: 5, value: textOf(form, "tryText") })}
<p class="actions">${submitButton("Try", { attributes: html` name="try" value="faq" formaction="${pathTo(visit, "settings/organization")}#faq-result" formnovalidate` })}</p>
</details>`;
}

/** Returns the chosen text or post. */
export function triedText(form: FormData): TriedText {
  const chosen = textOf(form, "tryOn");
  if (chosen.startsWith(postPrefix)) return { slug: chosen.slice(postPrefix.length) };
  const text = textOf(form, "tryText");
  return chosen === "markdown" ? { markdown: text } : { html: text };
}

/** Renders the entries that the tried settings find, and the reasons for the other headings. */
export function faqTrialResult({ entries, explanations, inLanguage }: FaqTrial): Html {
  const rest = entries.length - shownEntries;
  return html`<div id="faq-result" role="status">
<h3>${entries.length === 1 ? "1 FAQ entry" : `${numberOf(entries.length)} FAQ entries`} with these settings, which are not saved yet</h3>
<dl class="terms" lang="${inLanguage}">
${entries.slice(0, shownEntries).map(({ question, answer }) => html`<dt dir="auto">${excerptOf(question, shownCharacters)}</dt><dd dir="auto">${excerptOf(answer, shownCharacters)}</dd>\n`)}</dl>
${rest > 0 && html`<p>And ${numberOf(rest)} more.</p>`}
${explanationTable(explanations, inLanguage)}
</div>`;
}
