import { decodePercent } from "../../../base/text/decode_percent.ts";
import { isPermitted, type PostFaqExplanation, type WorkingCopyPreview } from "../../../api/mod.ts";
import type { FaqSettingsChange } from "../../../content/mod.ts";
import { excerptOf, numberOf } from "../../format/format.ts";
import { badge } from "../../design/components.ts";
import { html, type Html, type HtmlValue } from "../../../base/text/html.ts";
import { textDirection } from "./text_direction.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { allQuestions, choiceButton, isNamed } from "./faq_choice.ts";
import { settingOf } from "../faq/organization_faq.ts";
import { warningItems } from "../post_form/warning_items.ts";

/** Maximum number of questions in each list, and of characters in each text. */
const shownQuestions = 20;
const shownCharacters = 160;
const shownExcerpt = 60;

/** Renders what readers, search engines and assistants will see of a post: the content of the rail beside the editor. */
export function railOf(visit: Visit, preview: WorkingCopyPreview): Html {
  return html`${questions(visit, preview)}
${searchResult(preview)}
${socialCard(preview)}
${structuredData(preview)}
${details(preview)}`;
}

function railCard(title: string, body: HtmlValue, mark?: Html): Html {
  return html`<section class="card" aria-label="${title}">
<div class="rail-head"><h2>${title}</h2>${mark}</div>
${body}
</section>`;
}

/** Renders the rail of a text that cannot be checked. */
export function railWithProblem(message: string): Html {
  return railCard("Check", html`<p>${message}</p>`);
}

function questions(visit: Visit, { faqEntries, explanations, post }: WorkingCopyPreview): Html {
  const { inLanguage, faqSkip = [] } = post;
  const isOff = faqSkip.includes(allQuestions);
  const near = (explanations ?? []).filter(({ isEntry }) => !isEntry);
  const findings = new Map((explanations ?? []).map(({ text, findings: found = [] }) => [text, found]));
  const rest = faqEntries.length + near.length - 2 * shownQuestions;
  const count = badge(faqEntries.length === 0 ? "quiet" : "good", `${numberOf(faqEntries.length)} found`);
  return railCard(
    "Questions",
    html`${
      isOff
        ? html`<p>This post publishes no questions. ${choiceButton("putBack", allQuestions, "Publish questions")}</p>`
        : faqEntries.length > 0 && html`<p>${choiceButton("leaveOut", allQuestions, "Leave all out")}</p>`
    }${
      faqEntries.length + near.length === 0 &&
      html`<p class="hint">A heading that ends with a question mark, with an answer below it, becomes a question.</p>`
    }
<ul class="questions">
${faqEntries.slice(0, shownQuestions).map(
  ({
    question,
    answer,
  }) => html`<li class="found"><strong lang="${inLanguage}" dir="auto">${question}</strong>
<p lang="${inLanguage}" dir="auto">${excerptOf(answer, shownCharacters)}</p>
${findings.get(question)?.map(
  (
    one,
  ) => html`<p class="hint">${one.message} <q lang="${inLanguage}" dir="auto">${excerptOf(one.excerpt, shownExcerpt)}</q>${one.change && html` Setting: ${settingLink(visit, one.change, inLanguage)}.`}</p>
`,
)}<p>${choiceButton("leaveOut", question, "Leave out")}</p></li>
`,
)}${near.slice(0, shownQuestions).map(
      (
        one,
      ) => html`<li><strong lang="${inLanguage}" dir="auto">${excerptOf(one.text, shownCharacters)}</strong>
<p>${
        !isOff && isNamed(faqSkip, one.text)
          ? html`Left out. ${choiceButton("putBack", one.text, "Publish")}`
          : html`Not found: ${reasonOf(visit, one, inLanguage)}`
      }</p></li>
`,
    )}</ul>
${rest > 0 && html`<p class="hint">And more: the page of the post lists all.</p>`}
${explanations === null && html`<p class="hint">The text is too long to explain the headings that are no questions.</p>`}`,
    count,
  );
}

function reasonOf(visit: Visit, { reason, change }: PostFaqExplanation, inLanguage: string): HtmlValue {
  if (change === undefined) return reason;
  return html`it counts only with the setting ${settingLink(visit, change, inLanguage)}.`;
}

function settingLink(visit: Visit, change: FaqSettingsChange, inLanguage: string): Html {
  const setting = settingOf(change, inLanguage);
  return isPermitted(visit.actor, "members:manage")
    ? html`<a href="${pathTo(visit, "settings/organization")}">${setting}</a>`
    : html`“${setting}”`;
}

function searchResult({ post, url }: WorkingCopyPreview): Html {
  return railCard(
    "In search results",
    html`<div class="snippet" lang="${post.inLanguage}"><p class="hint">${placeOf(url)}</p>
<p class="snippet-title" dir="auto">${excerptOf(post.name, 60)}</p>
${
  post.description === undefined
    ? html`<p class="hint" lang="en">Without a description, search engines choose a sentence.</p>`
    : html`<p dir="auto">${excerptOf(post.description, shownCharacters)}</p>`
}</div>`,
  );
}

/** Renders the post as a link in a message. Pictures of other sites are not loaded, so their address is shown. */
function socialCard({ post, url }: WorkingCopyPreview): Html {
  return railCard(
    "As a shared link",
    html`<div class="social" lang="${post.inLanguage}"><p class="social-picture">${post.image === undefined ? "No picture" : post.image}</p>
<p class="hint">${hostOf(url)}</p>
<p dir="auto"><strong>${excerptOf(post.name, 90)}</strong></p>
${post.description !== undefined && html`<p dir="auto">${excerptOf(post.description, shownCharacters)}</p>`}</div>`,
  );
}

function structuredData({ structuredData: data, faqEntries, warnings }: WorkingCopyPreview): Html {
  const { article, faqPage } = data;
  const parts = [
    "headline" in article && "title",
    article.author !== undefined && "authors",
    article.image !== undefined && "picture",
    article.datePublished !== undefined && "dates",
  ].filter((part) => part !== false);
  return railCard(
    "Structured data",
    html`<ul class="checks">
<li class="ok"><span class="hidden">Complete: </span>Article <span class="hint">${parts.join(", ")}</span></li>
${faqPage !== undefined && html`<li class="ok"><span class="hidden">Complete: </span>FAQ page <span class="hint">${numberOf(faqEntries.length)} questions</span></li>`}
${warningItems(warnings)}</ul>`,
  );
}

function details({ post, url }: WorkingCopyPreview): Html {
  const translations = Object.keys(post.translations ?? {});
  const direction = textDirection(post.inLanguage) === "rtl" ? "right to left" : "left to right";
  return railCard(
    "Address and length",
    html`<dl class="rail-facts">
<dt>Address</dt><dd>${pathOf(url)}</dd>
<dt>Language</dt><dd>${post.inLanguage}, ${direction}</dd>
${translations.length > 0 && html`<dt>Translations</dt><dd>${translations.join(", ")}</dd>`}
<dt>Words</dt><dd>${numberOf(post.wordCount)}</dd>
</dl>`,
  );
}

function placeOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return [host, ...pathname.split("/").filter((part) => part !== "")].map(decodePercent).join(" › ");
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function pathOf(url: string): string {
  return URL.canParse(url) ? decodePercent(new URL(url).pathname) : url;
}
