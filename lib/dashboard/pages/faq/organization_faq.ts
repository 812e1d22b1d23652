import type {
  HostFaq,
  OrganizationFaq,
  StoredOrganization,
  StoredPost,
  FaqSettingsChange,
} from "../../../content/mod.ts";
import { FAQ_SOURCES, type FaqSource } from "../../../faq/mod.ts";
import { type FieldErrors, selectField, textField } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { isEqualJson } from "../../../base/is_equal_json.ts";
import { textOf, textsOf, linesOf } from "../../form/read_form.ts";
import { card, submitButton } from "../../design/components.ts";
import { pathTo, type Visit } from "../../visit.ts";
import type { FaqTrial, TriedText, PostFaqExplanation } from "../../../api/mod.ts";
import { excerptOf, numberOf } from "../../format/format.ts";
import { table } from "../../design/table.ts";

const answerFormats = [
  ["text", "Plain text"],
  ["escaped", "Plain text, escaped in the JSON-LD"],
  ["html", "HTML"],
] as const;

const headingTexts = [
  ["whole", "All of it"],
  ["visible", "The visible part"],
] as const;

const answerEnds = [
  ["heading", "The next heading"],
  ["sameLevel", "The next question, or heading of the same or a higher level"],
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
  webflow: "Webflow's dropdowns",
  spectra: "Spectra's FAQ block",
  "beaver-builder": "Beaver Builder's accordions",
  "confluence-expand": "Confluence's expand macro",
  uswds: "Accordions of the U.S. Web Design System",
  microdata: "Questions in microdata of schema.org",
  "aria-accordion": "Accordions: buttons that name their panel (aria-controls)",
};

/** Labels of the other fields in the form. */
export const faqSettingLabels = {
  headingText: "Text of a question: the visible part",
  answerEnd: "End of an answer: deeper headings belong to it",
  bareText: "Text between the paragraphs of an answer belongs to it",
  clean: "Buttons, navigation, edit links, feedback forms, share bars and names of icons are left out",
  closingMarks: "Closing quotes and brackets may follow the question mark",
  languages: "A post may end questions with the question mark of its own language, such as ？ in Japanese",
} as const;

const shownEntries = 20;

const shownCharacters = 300;

const triedFormats = [
  ["html", "The HTML below"],
  ["markdown", "The Markdown below"],
] as const;

const postPrefix = "post ";

/** Maximum number of headings in the table, and of characters in each text. */
const mostRows = 100;

const longestExplained = 200;

/** Renders the settings that find questions in posts. */
export function faqFieldset(faq: OrganizationFaq, errors: FieldErrors | undefined): Html {
  const {
    answerFormat = "text",
    answerEnd = "heading",
    headingText = "whole",
    sources = [],
    skip = [],
  } = faq;
  return html`<fieldset>
<legend>Search for questions</legend>
<input type="hidden" name="faq" value="shown">
${selectField({ name: "faqAnswerFormat", label: "Answers", hint: "Search engines read answers as HTML: a literal <tag> in plain text vanishes there unless it is escaped", value: answerFormat, choices: answerFormats })}
${selectField({ name: "faqHeadingText", label: "Text of a question", hint: "The visible part leaves out text for screen readers, footnote marks, permalinks and copy buttons", value: headingText, choices: headingTexts })}
${selectField({ name: "faqAnswerEnd", label: "End of an answer", value: answerEnd, choices: answerEnds })}
${checkbox("faqBareText", faq.bareText, faqSettingLabels.bareText)}
${checkbox("faqClean", faq.clean, faqSettingLabels.clean)}
${checkbox("faqClosingMarks", faq.closingMarks, faqSettingLabels.closingMarks)}
${checkbox("faqLanguages", faq.languages, faqSettingLabels.languages)}
<p>Questions besides headings of level 2 and 3:</p>
${FAQ_SOURCES.map((source) => html`<label><input type="checkbox" name="faqSources" value="${source}"${sources.includes(source) && html` checked`}> ${sourceLabels[source]} <code>${source}</code></label>\n`)}
${textField({ name: "faqSkip", label: "Questions to leave out", hint: "One per line: a question, its beginning and *, a class such as .no-faq, or an attribute such as [data-no-faq]", rows: 3, value: skip.join("\n") })}
${errors?.["faq"] !== undefined && html`<p class="error">Questions and answers: ${errors["faq"]}</p>`}
</fieldset>`;
}

/** Returns the settings that the form shows. The host's settings are the defaults. */
export function shownFaq(own: OrganizationFaq | undefined, host: HostFaq): OrganizationFaq {
  const { answerFormat = "text", answerEnd = "heading", headingText = "whole" } = host;
  const { bareText = false, clean = false, closingMarks = false, languages = false } = host;
  // The order in which a browser sends the checkboxes.
  const sources = FAQ_SOURCES.filter((source) => host.sources?.includes(source));
  const skip = host.skip?.filter((item) => typeof item === "string") ?? [];
  const shown = {
    answerFormat,
    answerEnd,
    bareText,
    clean,
    closingMarks,
    headingText,
    sources,
    skip,
    languages,
  };
  return { ...shown, ...own };
}

/** Reads the entered settings, or returns undefined if the form has none. */
export function enteredFaq(form: FormData): Required<OrganizationFaq> | undefined {
  if (textOf(form, "faq") === "") return undefined;
  // The update of the organization validates the values.
  return {
    answerFormat: textOf(form, "faqAnswerFormat") as "text",
    answerEnd: textOf(form, "faqAnswerEnd") as "heading",
    bareText: form.has("faqBareText"),
    clean: form.has("faqClean"),
    closingMarks: form.has("faqClosingMarks"),
    headingText: textOf(form, "faqHeadingText") as "whole",
    sources: textsOf(form, "faqSources") as FaqSource[],
    skip: linesOf(textOf(form, "faqSkip")),
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

/**
 * Renders a form that tests the selectors on a post's content. The style sheet of the sandboxed preview marks the matches, because
 * only a browser can evaluate selectors. Title and description surround the content, as on many pages.
 */
export function selectorTester(
  visit: Visit,
  { speakable }: StoredOrganization,
  posts: readonly StoredPost[],
): Html {
  const slug = visit.url.searchParams.get("test");
  const selectors = visit.url.searchParams.get("selectors") ?? speakable.join("\n");
  const address = `${pathTo(visit, `posts/${encodeURIComponent(slug ?? "")}/preview`)}?${new URLSearchParams({ selectors: linesOf(selectors).join("\n") }).toString()}`;
  const form = html`<p>Matches in the post are marked. Your site's own pages may differ, so test the selectors there, too.</p>
<form method="get" action="${pathTo(visit, "settings/organization")}#try" aria-labelledby="try-title">
${selectField({ name: "test", label: "Post", value: slug ?? undefined, choices: posts.map((post) => [post.slug, post.name] as const) })}
${textField({ name: "selectors", label: "Selectors to try", hint: "One per line", rows: 3, value: selectors })}
${submitButton("Try")}
</form>
${slug !== null && html`<iframe sandbox title="The post with marked matches" src="${address}"></iframe>`}`;
  return card({
    id: "try",
    title: "Try the speakable selectors",
    body: posts.length === 0 ? html`<p>There is no post to try them on.</p>` : form,
  });
}

/** Renders the fields that try the entered settings on a text or a post, before they are saved. */
export function faqTrialFields(visit: Visit, posts: readonly StoredPost[]): Html {
  const { form } = visit;
  const choices = [
    ...posts.map(({ slug, name }) => [`${postPrefix}${slug}`, excerptOf(name, 60)] as const),
    ...triedFormats,
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
      { label: "Text", kind: "heading", cell: ({ text }) => excerptOf(text, longestExplained) },
      { label: "Element", cell: ({ element }) => html`<code>${excerptOf(element, longestExplained)}</code>` },
      { label: "Entry", cell: ({ isEntry }) => (isEntry ? "in" : "out") },
      { label: "Why", cell: ({ reason }) => reason },
      {
        label: "Setting that would change it",
        cell: ({ change }) => (change === undefined ? "none" : settingOf(change, inLanguage)),
      },
    ],
    rows: explanations.slice(0, mostRows),
  })}
${rest > 0 && html`<p>And ${rest} more.</p>`}
${findingTable(explanations, inLanguage)}`;
}

/** Renders the parts of entries that an editor would not publish. Nothing without any. */
function findingTable(explanations: readonly PostFaqExplanation[], inLanguage: string): Html | false {
  const rows = explanations.flatMap(({ text, findings = [] }) => findings.map((one) => ({ text, ...one })));
  if (rows.length === 0) return false;
  const rest = rows.length - mostRows;
  return html`${table({
    caption: "Faults in entries, as an editor would see them.",
    columns: [
      { label: "Question", kind: "heading", cell: ({ text }) => excerptOf(text, longestExplained) },
      { label: "Fault", cell: ({ message }) => message },
      { label: "Text", cell: ({ excerpt }) => html`<bdi lang="${inLanguage}">${excerpt}</bdi>` },
      {
        label: "Setting that would mend it",
        cell: ({ change }) => (change === undefined ? "none" : settingOf(change, inLanguage)),
      },
    ],
    rows: rows.slice(0, mostRows),
  })}
${rest > 0 && html`<p>And ${rest} more.</p>`}`;
}

/** Returns the labels of the settings that would turn a heading into a question. */
export function settingOf({ faq, needsLanguage }: FaqSettingsChange, inLanguage: string): string {
  const { sources = [], headingText, answerEnd, bareText, clean, closingMarks, languages } = faq;
  return [
    ...sources.map((source) => sourceLabels[source]),
    headingText === "visible" && faqSettingLabels.headingText,
    answerEnd === "sameLevel" && faqSettingLabels.answerEnd,
    bareText === true && faqSettingLabels.bareText,
    clean === true && faqSettingLabels.clean,
    closingMarks === true && faqSettingLabels.closingMarks,
    languages === true && faqSettingLabels.languages,
    needsLanguage && `Language of the post, which is ${inLanguage} now`,
  ]
    .filter((label) => label !== false)
    .join("; ");
}
