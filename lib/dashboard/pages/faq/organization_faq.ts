import type { HostFaq, OrganizationFaq } from "../../../content/mod.ts";
import { FAQ_SOURCES, type FaqSource } from "../../../faq/mod.ts";
import { type FieldErrors, selectField } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { isEqualJson } from "../../../base/is_equal_json.ts";
import { textOf, textsOf } from "../../form/read_form.ts";

const answerFormats = [
  ["text", "Plain text"],
  ["escaped", "Plain text, escaped in the JSON-LD"],
  ["html", "HTML"],
] as const;

const headingTexts = [
  ["whole", "All of it"],
  ["visible", "The visible part"],
] as const;

/** Labels of the question sources in the form. */
export const sourceLabels: Readonly<Record<FaqSource, string>> = {
  h4: "Headings of level 4",
  details: "Disclosures: details with a summary",
  dt: "Terms of description lists",
  bold: "Paragraphs in bold that end with a question mark",
  yoast: "Yoast's FAQ block",
  "rank-math": "Rank Math's FAQ block",
  "wordpress-accordion": "WordPress's accordion block",
  "wordpress-details": "WordPress's details block",
  "ghost-toggle": "Ghost's toggles",
  "notion-toggle": "Notion's toggles",
  divi: "Divi's toggles",
  elementor: "Elementor's accordions",
};

/** Labels of the other fields in the form. */
export const faqSettingLabels = {
  headingText: "Text of a question: the visible part",
  bareText: "Text between the paragraphs of an answer belongs to it",
  languages: "A post may end questions with the question mark of its own language, such as ？ in Japanese",
} as const;

/** Renders the settings that find questions in posts. */
export function faqFieldset(faq: OrganizationFaq, errors: FieldErrors | undefined): Html {
  const { answerFormat = "text", headingText = "whole", sources = [] } = faq;
  return html`<fieldset>
<legend>Search for questions</legend>
<input type="hidden" name="faq" value="shown">
${selectField({ name: "faqAnswerFormat", label: "Answers", hint: "Search engines read answers as HTML: a literal <tag> in plain text vanishes there unless it is escaped", value: answerFormat, choices: answerFormats })}
${selectField({ name: "faqHeadingText", label: "Text of a question", hint: "The visible part leaves out text for screen readers, footnote marks, permalinks and copy buttons", value: headingText, choices: headingTexts })}
${checkbox("faqBareText", faq.bareText, faqSettingLabels.bareText)}
${checkbox("faqLanguages", faq.languages, faqSettingLabels.languages)}
<p>Questions besides headings of level 2 and 3:</p>
${FAQ_SOURCES.map((source) => html`<label><input type="checkbox" name="faqSources" value="${source}"${sources.includes(source) && html` checked`}> ${sourceLabels[source]} <code>${source}</code></label>\n`)}
${errors?.["faq"] !== undefined && html`<p class="error">Questions and answers: ${errors["faq"]}</p>`}
</fieldset>`;
}

/** Returns the settings that the form shows. The host's settings are the defaults. */
export function shownFaq(own: OrganizationFaq | undefined, host: HostFaq): OrganizationFaq {
  const { answerFormat = "text", bareText = false, headingText = "whole", languages = false } = host;
  // The order in which a browser sends the checkboxes.
  const sources = FAQ_SOURCES.filter((source) => host.sources?.includes(source));
  return { answerFormat, bareText, headingText, sources, languages, ...own };
}

/** Reads the entered settings, or returns undefined if the form has none. */
export function enteredFaq(form: FormData): Required<OrganizationFaq> | undefined {
  if (textOf(form, "faq") === "") return undefined;
  // The update of the organization validates the values.
  return {
    answerFormat: textOf(form, "faqAnswerFormat") as "text",
    bareText: form.has("faqBareText"),
    headingText: textOf(form, "faqHeadingText") as "whole",
    sources: textsOf(form, "faqSources") as FaqSource[],
    languages: form.has("faqLanguages"),
  };
}

/** Returns the organization's settings after the form. Unchanged defaults stay unset, so later changes by the host still apply. */
export function changedFaq(
  entered: Required<OrganizationFaq>,
  own: OrganizationFaq | undefined,
  host: HostFaq,
): OrganizationFaq {
  const shown = shownFaq(undefined, host);
  const isOwn = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(own ?? {}, name) || !isEqualJson(value, shown[name as keyof OrganizationFaq]);
  return Object.fromEntries(Object.entries(entered).filter(isOwn));
}

function checkbox(name: string, isChecked: boolean | undefined, label: string): Html {
  return html`<label><input type="checkbox" name="${name}" value="on"${isChecked && html` checked`}> ${label}</label>`;
}
