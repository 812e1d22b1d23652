import { canPublish, isPermitted, type ShownText } from "../../../api/mod.ts";
import { longestNote, type PostRevision, postTag, type Submission } from "../../../content/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { card, linkButton, message, submitButton } from "../../design/components.ts";
import { textField } from "../../design/field.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { textOf } from "../../form/read_form.ts";
import { zonedTextsIn, zonedTimeFields } from "../../form/zoned_time_fields.ts";
import { excerptOf, relativeTime } from "../../format/format.ts";
import { showPage, submissionsPage, tokenInput } from "../../frame/layout.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { scheduleOf } from "../post/schedule_page.ts";
import { userNames } from "../user_names.ts";
import { stateBadge } from "./submission_list.ts";
import { nameOf, sentBackBy, submissionPath, submittedBy } from "./submission_note.ts";
import { changesSince, submittedChanges } from "./submitted_text.ts";

/** A post with its text and its submission, as a page shows them. */
interface ShownSubmission {
  shown: ShownText;
  submission: Submission | null;
  revisions: readonly PostRevision[];
  /** Names of users by id. */
  names: ReadonlyMap<string, string>;
}

/** Shows the submission of a post: to its reviewers with the decision, and to its writer with the way to submit or to withdraw it. */
export async function showSubmission(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const { api, actor, params } = visit;
  const address = { actor, slug: params["slug"] ?? "" };
  const [shown, submission, revisions] = await Promise.all([
    api.admin.posts.text.get(address),
    api.admin.submissions.get(address),
    api.admin.posts.history(address),
  ]);
  const names = await userNames(visit, [submission?.by, submission?.answer?.by, shown.by, revisions[0]?.by]);
  const page = { shown, submission, revisions, names };
  const { post } = shown;
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  const body = html`${stateOf(visit, page)}
${stepsOf(visit, page, problem)}
${hasText(shown) && changesOf(visit, page)}
<h2>Preview</h2>
<iframe sandbox loading="lazy" title="The text as readers will see it" src="${path}/working-copy/preview"></iframe>`;
  return showPage(visit, {
    title: excerptOf(post.name, 200),
    titleLanguage: post.inLanguage,
    lead: html`Review of the text${submission !== null && html` ${stateBadge(submission)}`}`,
    section: submissionsPage,
    action: html`${linkButton("The post", path)}
${linkButton("Edit", `${path}/edit`)}`,
    style: "editor.css",
    body,
    problem,
  });
}

/** True if a post has a text that is not public. */
function hasText({ post, savedAs }: ShownText): boolean {
  return savedAs === "working-copy" || post.status === "draft";
}

/** True if the text was changed after it was submitted. */
function hasChanged({ submission }: ShownSubmission): boolean {
  return submission?.state === "pending" && !submission.isCurrent;
}

/** Renders the last steps of a submission, and the change that was made since. */
function stateOf(visit: Visit, page: ShownSubmission): Html | false {
  const { submission, names } = page;
  if (submission === null) return false;
  return html`${message("note", html`${submittedBy(visit, submission, names)}${sentBackBy(visit, submission, names)}`)}
${hasChanged(page) && message("problem", changedSince(visit, page))}`;
}

function changedSince(visit: Visit, { shown, revisions, names }: ShownSubmission): Html {
  const [last] = revisions;
  const writer = nameOf(visit, shown.by ?? last?.by, names);
  const at = shown.at ?? last?.at ?? shown.post.updatedAt;
  return html`<p>${writer} changed the text after submitting, ${relativeTime(at, visit.api.options.clock.now())}. Only a submitted text is approved: look at the changes.</p>`;
}

/** Renders the next steps of the visitor. */
function stepsOf(visit: Visit, page: ShownSubmission, problem: FormProblem | undefined): Html {
  const { submission, shown } = page;
  const isPending = submission?.state === "pending";
  if (isPending && isPermitted(visit.actor, "posts:write")) return review(visit, page, problem);
  const canSubmit = !canPublish(visit.actor, shown.post);
  return html`${canSubmit && (!isPending || hasChanged(page)) && submitForm(visit, page, problem)}
${isPending && withdrawForm(visit, shown)}
${!canSubmit && !isPending && html`<p>No text of this post waits for a review.</p>`}`;
}

function submitForm(
  visit: Visit,
  { shown, submission }: ShownSubmission,
  problem: FormProblem | undefined,
): Html {
  if (!hasText(shown)) return html`<p>The text is that of the post. Edit it first, then submit it.</p>`;
  const isAgain = submission !== null;
  return html`<form method="post" action="${submissionPath(visit, shown.post)}">${tokenInput(visit)}
<input type="hidden" name="version" value="${shown.version}">
${noteField("Note for the reviewer", { hint: "Optional, such as the date of publication that you need", value: textOf(visit.form, "note"), problem })}
<p class="actions">${submitButton(isAgain ? "Submit it again" : "Submit for review", { tone: "main" })}</p>
</form>`;
}

function noteField(
  label: string,
  {
    problem,
    ...field
  }: { hint: string; value: string; problem: FormProblem | undefined; isRequired?: boolean },
): Html {
  return textField({ name: "note", label, rows: 3, longest: longestNote, errors: problem?.fields, ...field });
}

function withdrawForm(visit: Visit, { post }: ShownText): Html {
  return html`<form method="post" action="${submissionPath(visit, post)}/withdraw" class="actions">${tokenInput(visit)}
${submitButton("Withdraw the submission")}</form>`;
}

/** Renders the decision about a submission. A text that was changed since is published only as it is now. */
function review(visit: Visit, page: ShownSubmission, problem: FormProblem | undefined): Html {
  const { submission, shown } = page;
  const version = submission?.version ?? "";
  return html`<div class="columns">
${hasChanged(page) ? presentText(visit, shown) : approval(visit, { shown, version, problem })}
${sendingBack(visit, { shown, version, problem })}
</div>`;
}

interface Decision {
  shown: ShownText;
  /** Version of the submitted text. */
  version: string;
  problem: FormProblem | undefined;
}

function approval(visit: Visit, { shown: { post }, version, problem }: Decision): Html {
  const isSent = visit.form.has("date");
  const times = isSent ? zonedTextsIn(visit.form) : scheduleOf(visit, post);
  const form = (fields: Html): Html =>
    html`<form method="post" action="${submissionPath(visit, post)}/approve">${tokenInput(visit)}
<input type="hidden" name="version" value="${version}">
${fields}</form>`;
  return card({
    title: "Approve",
    body: html`${form(html`<p class="actions">${submitButton("Approve and publish", { tone: "main" })}</p>`)}
<details${isSent && html` open`}><summary>Publish it later</summary>
${form(html`${zonedTimeFields(visit, times, { isRequired: true, ...(problem && { errors: problem.fields }) })}
<p class="actions">${submitButton("Approve and schedule", { attributes: html` name="action" value="schedule"` })}</p>`)}
</details>`,
  });
}

/** Renders the form that publishes the text with the changes that were made after it was submitted. */
function presentText(visit: Visit, { post, version }: ShownText): Html {
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  return card({
    title: "Publish the present text",
    body: html`<p>The changes below are published, too. The submission ends.</p>
<form method="post" action="${path}/publish">${tokenInput(visit)}
<input type="hidden" name="tag" value="${postTag(post)}"><input type="hidden" name="version" value="${version}"><input type="hidden" name="changes" value="publish">
<p class="actions">${submitButton("Publish the present text", { tone: "main" })}</p>
</form>`,
  });
}

function sendingBack(visit: Visit, { shown: { post }, version, problem }: Decision): Html {
  const hint = "The writer reads it in the editor, on the page of the post and on the overview";
  return card({
    title: "Send back",
    body: html`<form method="post" action="${submissionPath(visit, post)}/send-back">${tokenInput(visit)}
<input type="hidden" name="version" value="${version}">
${noteField("Note for the writer", { hint, value: textOf(visit.form, "note"), problem, isRequired: true })}
<p class="actions">${submitButton("Send back")}</p>
</form>`,
  });
}

/** Renders the changes: those after the submission, and those that the submission makes. */
function changesOf(visit: Visit, page: ShownSubmission): Html {
  const { submission, shown, revisions } = page;
  return html`${hasChanged(page) && submission !== null && changesSince(visit, { submission, shown, revisions })}
${submittedChanges(visit, { submission, shown, revisions })}`;
}
