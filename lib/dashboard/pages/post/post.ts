import { showPage, tokenInput } from "../../frame/layout.ts";
import { message, submitButton, linkButton } from "../../design/components.ts";
import {
  canPublish,
  canWrite,
  canWritePosts,
  isPermitted,
  previewDocument,
  type PostPreview,
  type ShownText,
} from "../../../api/mod.ts";
import { type PreparedResponse, ProblemError } from "../../../http/mod.ts";
import {
  htmlOf,
  type StoredPostWithHtml,
  postTag,
  type CustomValues,
  type PostStatus,
  type PostRevision,
  type StoredPost,
} from "../../../content/mod.ts";
import { sandboxedResponse } from "../../frame/answers.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { given } from "../../../base/given.ts";
import { excerptOf, numberOf, timeOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { mayChange, type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { allQuestions } from "../editor/faq_choice.ts";
import { explanationTable } from "../faq/organization_faq.ts";
import { changesMark, statusBadge } from "../post_form/post_status.ts";
import { type PostFormField, postFormFields, textsOf } from "../post_form/post_form_fields.ts";
import { referenceNotes } from "../post_form/post_references.ts";
import { previewLinkSection, readPreviewLinks } from "./preview_link_section.ts";
import { warningItems } from "../post_form/warning_items.ts";
import { table } from "../../design/table.ts";
import { submissionNote } from "../submissions/submission_note.ts";
import { scheduleOf, scheduleState } from "./schedule_page.ts";
import { zonedTimeFields } from "../../form/zoned_time_fields.ts";
import { fieldWords } from "../../form/field_words.ts";
import { userNames } from "../user_names.ts";

/** Maximum number of FAQ entries on a post's page, and of characters in each answer. */
const shownEntries = 50;
const shownCharacters = 500;

/** Maximum number of hidden values on a page, and of characters of each. */
const mostHiddenValues = 50;
const longestHiddenValue = 200;

/**
 * Serves the post's HTML as a sandboxed document: with a separate origin, and without scripts, forms and cookies. `selectors` marks
 * the matching elements, and `revision` selects a stored revision.
 */
export const previewPost: PageHandler = async (visit) => {
  const post = await previewedPost(visit);
  const selectors = visit.url.searchParams.get("selectors")?.split("\n") ?? [];
  return sandboxedResponse(previewDocument(post, { selectors }));
};

async function previewedPost(
  visit: Visit,
): Promise<Pick<StoredPostWithHtml, "name" | "description" | "inLanguage" | "html">> {
  const { posts } = visit.api.admin;
  const number = visit.url.searchParams.get("revision");
  if (number === null) return posts.get({ actor: visit.actor, slug: slugOf(visit) });
  const [post, revisions] = await Promise.all([
    posts.get({ actor: visit.actor, slug: slugOf(visit) }),
    posts.history({ actor: visit.actor, slug: slugOf(visit) }),
  ]);
  const index = revisions.findIndex((one) => String(one.number) === number);
  const revision = revisions[index];
  const content = revision && htmlOf([revision, ...revisions.slice(0, index).toReversed()], post.html);
  if (revision !== undefined && content !== undefined) return { ...revision.post, html: content };
  throw new ProblemError("not-found", "The content of this revision is not stored");
}

/** Shows a post's content, its data for search engines, its history and its actions. */
export async function showPost(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const { api, actor } = visit;
  const slug = slugOf(visit);
  const address = { actor, slug };
  const reading = api.admin.posts.get(address);
  const isWriter =
    isPermitted(actor, "posts:write") || (canWritePosts(actor) && canWrite(actor, await reading));
  const [post, preview, explanations, revisions, links, text, hidden, submission] = await Promise.all([
    reading,
    api.admin.posts.preview(address),
    api.admin.posts.explainFaq(address),
    isWriter ? api.admin.posts.history(address) : [],
    isWriter ? readPreviewLinks(visit, slug) : undefined,
    isWriter ? api.admin.posts.text.get(address) : undefined,
    isWriter ? api.admin.posts.hiddenValues(address) : {},
    isWriter ? api.admin.submissions.get(address) : null,
  ]);
  const fields = postFormFields(visit);
  const writers = [text?.by, ...revisions.map(({ by }) => by)];
  const [notes, names] = await Promise.all([
    referenceNotes(visit, fields, textsOf(fields, post)),
    userNames(visit, writers),
  ]);
  const body = html`${text && (await submissionNote(visit, submission))}
${text && canPublish(actor, post) && scheduleForm(visit, text, preview.status)}
${text && changesNote(visit, text, names)}
${facts(post, preview, { fields, notes })}
${mayChange(visit, post) && hiddenValuesSection(visit, post, hidden)}
<h2>Preview</h2>
<iframe sandbox title="The post as HTML" src="${pathTo(visit, `posts/${encodeURIComponent(slug)}/preview`)}"></iframe>
<details><summary>HTML source</summary>
<pre tabindex="0">${excerptOf(post.html, 10_000)}</pre>
</details>
${faqSection(preview, post)}
${explanationTable(explanations, post.inLanguage)}
${structuredDataSection(preview)}
<h2>Sitemap entry</h2>
${sitemapEntry(preview)}
${links && previewLinkSection(visit, post, links)}
${isWriter && historySection(visit, post, { revisions, names })}`;
  return showPage(visit, {
    title: excerptOf(post.name, 200),
    titleLanguage: post.inLanguage,
    section: "posts",
    action: text !== undefined && postActionForms(visit, text, preview.status),
    body,
    problem,
  });
}

function facts(
  post: StoredPostWithHtml,
  { status, url }: PostPreview,
  { fields, notes }: { fields: readonly PostFormField[]; notes: ReadonlyMap<string, Html> },
): Html {
  const fact = ({ name, label, fact: render, valueIn, standard }: PostFormField): Html => {
    const value = valueIn(post) ?? standard;
    const shown = value === undefined ? "none" : (notes.get(name) ?? render(value, post.inLanguage));
    const isDefault = value !== undefined && valueIn(post) === undefined;
    return html`<dt>${label}</dt><dd>${shown}${isDefault && " (default)"}</dd>\n`;
  };
  return html`<dl class="facts">
<dt>Status</dt><dd>${statusBadge(status)}${status === "scheduled" && post.publishedAt !== undefined && html` for ${timeOf(post.publishedAt)}`}</dd>
<dt>Address</dt><dd>${/^https?:/.test(url) ? html`<a href="${url}" rel="noreferrer">${url}</a>` : url}</dd>
${fields.filter(({ name }) => name !== "name").map(fact)}<dt>Words</dt><dd>${numberOf(post.wordCount)}</dd>
<dt>Created</dt><dd>${timeOf(post.createdAt)}</dd>
<dt>Updated</dt><dd>${timeOf(post.updatedAt)}</dd>
</dl>`;
}

function faqSection(
  { faqEntries }: PostPreview,
  { inLanguage: language, faqSkip }: StoredPostWithHtml,
): Html {
  const none = faqSkip?.includes(allQuestions)
    ? "The post publishes no questions."
    : "None. A heading becomes an entry if it ends with a question mark and has an answer below it.";
  const rest = faqEntries.length - shownEntries;
  return html`<h2>FAQ entries</h2>
${
  faqEntries.length === 0
    ? html`<p>${none}</p>`
    : html`<dl class="card" lang="${language}">
${faqEntries.slice(0, shownEntries).map(({ question, answer }) => html`<dt dir="auto">${question}</dt><dd dir="auto">${excerptOf(answer, shownCharacters)}</dd>\n`)}</dl>`
}
${rest > 0 && html`<p>And ${rest} more.</p>`}`;
}

function structuredDataSection({ structuredData, warnings }: PostPreview): Html {
  return html`<h2>Structured data</h2>
${
  warnings.length === 0
    ? html`<p>All fields that search engines recommend are filled in.</p>`
    : html`<ul>
${warningItems(warnings)}</ul>`
}
<details><summary>JSON-LD</summary>
<pre tabindex="0">${excerptOf(JSON.stringify(structuredData, null, 2), 10_000)}</pre>
</details>`;
}

function sitemapEntry({ status, sitemapEntry: entry }: PostPreview): Html {
  if (entry === null) {
    return html`<p>None: the ${status === "published" ? "canonical address is another page" : "post is not public"}.</p>`;
  }
  return html`<dl class="facts">
<dt>loc</dt><dd><code>${entry.loc}</code></dd>
<dt>lastmod</dt><dd>${entry.lastmod === undefined ? "none" : timeOf(entry.lastmod)}</dd>
</dl>`;
}

function slugOf({ params }: Visit): string {
  return params["slug"] ?? "";
}

/** Renders the values of a post that no field shows, with a form that deletes each. Nothing without these values. */
function hiddenValuesSection(visit: Visit, post: StoredPostWithHtml, values: CustomValues): Html | false {
  const rows = Object.entries(values);
  if (rows.length === 0) return false;
  const path = `${pathTo(visit, `posts/${encodeURIComponent(post.slug)}`)}/hidden-values/delete`;
  const deletion = (name: string): Html =>
    html`<form method="post" action="${path}">${tokenInput(visit)}<input type="hidden" name="tag" value="${postTag(post)}"><input type="hidden" name="name" value="${name}">${submitButton("Delete", { tone: "danger", about: html` the value of ${name}` })}</form>`;
  return html`<details class="hidden-values"><summary>${rows.length === 1 ? "1 hidden value is" : `${numberOf(rows.length)} hidden values are`} kept</summary>
${table({
  caption:
    "Values of fields that were removed from the settings, or that do not fit their field any more. Readers do not see them. A field that returns shows them again.",
  columns: [
    { label: "Field", kind: "heading", cell: ([name]) => html`<code>${name}</code>` },
    {
      label: "Value",
      cell: ([, value]) =>
        html`<span dir="auto">${excerptOf(JSON.stringify(value), longestHiddenValue)}</span>`,
    },
    { label: "Actions", kind: "actions", cell: ([name]) => deletion(name) },
  ],
  rows: rows.slice(0, mostHiddenValues),
})}
${rows.length > mostHiddenValues && html`<p>And ${numberOf(rows.length - mostHiddenValues)} more.</p>`}
</details>`;
}

/** Renders the link to the editor, and the buttons that change the status of a post, as far as the visitor may use them. */
function postActionForms(visit: Visit, { post, savedAs }: ShownText, status: PostStatus): Html {
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  const publishes = canPublish(visit.actor, post);
  const isUnpublished = savedAs === "working-copy" || post.status === "draft";
  return html`${linkButton("Edit", `${path}/edit`, { tone: "main" })}
${publishes ? statusForms(visit, post, status) : isUnpublished && linkButton("Submit for review", `${path}/submission`)}
${mayChange(visit, post) && linkButton("Delete", `${path}/delete`, { tone: "danger", isDialog: true })}`;
}

function statusForms(visit: Visit, post: StoredPostWithHtml, status: PostStatus): Html {
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  const hidden = html`${tokenInput(visit)}<input type="hidden" name="tag" value="${postTag(post)}">`;
  const button = (act: string, label: string): Html =>
    html`<form method="post" action="${path}/${act}">${hidden}${submitButton(label)}</form>\n`;
  return html`${status !== "published" && button("publish", "Publish now")}${(status === "published" || status === "scheduled") && button("unpublish", "Unpublish")}${status !== "archived" && button("archive", "Archive")}`;
}

/** Renders the mark of unpublished changes, with a link to them. Nothing for a post without them. */
function changesNote(
  visit: Visit,
  { post, version, by, at }: ShownText,
  names: ReadonlyMap<string, string>,
): Html | false {
  if (version === postTag(post) || at === undefined) return false;
  const mark = changesMark({ at, ...given({ by }) }, { names, now: visit.api.options.clock.now() });
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}/edit`);
  return message("note", html`${mark}. <a href="${path}">Open them</a>`);
}

/** Renders the form that schedules a post. Nothing for a published post. */
function scheduleForm(visit: Visit, text: ShownText, status: PostStatus): Html | false {
  const { post } = text;
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  return (
    status !== "published" &&
    html`<form method="post" action="${path}/schedule" class="actions">${tokenInput(visit)}${scheduleState(text)}
${zonedTimeFields(visit, scheduleOf(visit, post), { isRequired: true })}
${submitButton("Schedule")}
</form>`
  );
}

/** Renders the last revisions of a post with author and changed fields, and a form that restores each. */
function historySection(
  visit: Visit,
  post: StoredPostWithHtml,
  { revisions, names }: { revisions: readonly PostRevision[]; names: ReadonlyMap<string, string> },
): Html {
  const isKept = (revision: PostRevision): boolean => {
    const later = revisions.slice(0, revisions.indexOf(revision)).toReversed();
    return htmlOf([revision, ...later], post.html) !== undefined;
  };
  return html`<h2 id="history">History</h2>
${table({
  caption:
    "The last revisions, newest first. A restored revision becomes the text of a draft, and the unpublished changes of another post. Readers see it when you publish it.",
  columns: [
    { label: "Revision", kind: "heading", cell: ({ number }) => number },
    { label: "When", cell: ({ at }) => timeOf(at) },
    { label: "Who", cell: (revision) => writerOf(revision, names) },
    { label: "Changed", cell: changeOf },
    {
      label: "Actions",
      kind: "actions",
      cell: (revision) =>
        (revision.number !== post.revision || post.saves !== undefined) &&
        (isKept(revision) ? actions(visit, post, revision.number) : "The content was too long to be stored"),
    },
  ],
  rows: revisions,
})}`;
}

function writerOf({ by, via }: PostRevision, names: ReadonlyMap<string, string>): Html {
  const writer = by === undefined ? "the operator" : (names.get(by) ?? by);
  return html`${writer}${via !== undefined && html`, with the key <code>${via}</code>`}`;
}

function changeOf({ number, changed, restoredFrom }: PostRevision): string {
  const fields = number === 1 ? "created" : [...new Set(changed.map(fieldWords))].join(", ") || "nothing";
  return restoredFrom === undefined ? fields : `${fields} (revision ${restoredFrom} restored)`;
}

function actions(visit: Visit, post: StoredPost, number: number): Html {
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  return html`${linkButton("Compare", `${path}/revisions/${number}`, { about: html` revision ${number}` })}
${linkButton("View", `${path}/preview?revision=${number}`, { about: html` revision ${number}` })}
<form method="post" action="${path}/revisions/${number}/restore">${tokenInput(visit)}<input type="hidden" name="tag" value="${postTag(post)}">${submitButton("Restore", { about: html` revision ${number}` })}</form>`;
}
