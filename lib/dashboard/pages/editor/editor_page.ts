import { showPage } from "../../frame/layout.ts";
import {
  canPublish,
  requireWriter,
  type ShownText,
  shownText,
  type WorkingCopyPreview,
  toAdminProblem,
} from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { statusAt } from "../../../content/mod.ts";
import { describeError, type FormProblem } from "../../form/form_problem.ts";
import { html, type Html } from "../../../base/text/html.ts";
import type { PageHandler, Visit } from "../../visit.ts";
import { editorForm, editorPath } from "./editor_form.ts";
import { editorHead, publishedMessage } from "./editor_head.ts";
import { isOfOthers, othersChanges } from "./others_changes.ts";
import { postFormFields } from "../post_form/post_form_fields.ts";
import { referenceNotes, referenceSuggestions } from "../post_form/post_references.ts";
import { type EditorText, editorTextIn, isSameText, textOfShown, unfinishedErrors } from "./editor_text.ts";
import { presentNames } from "./presence.ts";
import { submissionNote } from "../submissions/submission_note.ts";
import { railOf, railWithProblem } from "./rail.ts";

/** Shows the editor of a post, with its working copy or the post itself. */
export const showEditor: PageHandler = async (visit) => editorPage(visit, {});

/** Shows the text of a sent form again. Nothing is written. */
export async function showSentText(visit: Visit, problem: FormProblem): Promise<PreparedResponse> {
  return editorPage(visit, { text: editorTextIn(visit.form, postFormFields(visit)), problem });
}

/** Renders the editor. */
export async function editorPage(
  visit: Visit,
  { text, problem }: { text?: EditorText; problem?: FormProblem },
): Promise<PreparedResponse> {
  requireWriter(visit.actor);
  const { slug = "" } = visit.params;
  const address = { actor: visit.actor, slug };
  const fields = postFormFields(visit);
  const [others, { rail, url, checked }, submission, textKey, suggestions] = await Promise.all([
    presentNames(visit, slug),
    checkPost(visit, slug),
    visit.api.admin.submissions.get(address),
    visit.api.sessions.textKeyOf(visit.user.id),
    referenceSuggestions(visit, fields),
  ]);
  const written = checked ?? (await visit.api.admin.posts.text.get(address));
  const isSent = text !== undefined || problem !== undefined;
  if (!isSent && isOfOthers(visit, written)) return othersChanges(visit, written);
  const { post } = written;
  const stored = textOfShown(written, fields);
  const shown = { ...stored, ...text };
  const errors = { ...problem?.fields, ...unfinishedErrors(post, fields, shown) };
  const isStored = isSameText(shown, stored, fields);
  const [notes, state] = await Promise.all([
    referenceNotes(visit, fields, shown),
    submissionNote(visit, submission),
  ]);
  const status = statusAt(post, visit.api.options.clock.now());
  const path = editorPath(visit, post);
  const settings = { post, status, ...(isSent && { sent: visit.form }) };
  const body = html`${state}<div class="editor">
${editorForm(visit, { text: shown, fields, textKey, isStored, errors, notes, suggestions, settings })}
<details class="card editor-preview"><summary>Preview of the saved text</summary>
<iframe sandbox loading="lazy" title="The saved text as readers will see it" src="${path}/working-copy/preview"></iframe>
</details>
<aside id="rail" class="rail" aria-label="Check" data-editor-rail>${rail}</aside>
</div>`;
  const isPublished = visit.url.searchParams.get("done") === "post-published" && status === "published";
  return showPage(visit, {
    title: `Edit ${slug}`,
    head: editorHead(visit, { text: written, status, others, publishes: canPublish(visit.actor, post) }),
    section: "posts",
    style: "editor.css",
    script: "editor.js",
    result: isPublished && url !== undefined ? publishedMessage(url) : undefined,
    body,
    problem,
  });
}

/** Shows the editor if a problem is in a field that only the editor has, and otherwise another page. */
export async function editorOr(
  page: (visit: Visit, problem: FormProblem) => Promise<PreparedResponse>,
  visit: Visit,
  problem: FormProblem,
): Promise<PreparedResponse> {
  const isInEditor = Object.keys(problem.fields).some((name) => name.startsWith("custom."));
  return isInEditor ? editorPage(visit, { problem }) : page(visit, problem);
}

/** Renders the rail of the saved text, with the text and the address of the post. A text that cannot be rendered has neither. */
async function checkPost(
  visit: Visit,
  slug: string,
): Promise<{ rail: Html; url?: string; checked?: ShownText }> {
  const preview = await previewFor(visit, slug);
  if ("stored" in preview) {
    const { stored, copy, url } = preview;
    return { rail: railOf(visit, preview), url, checked: shownText(stored, copy) };
  }
  return { rail: railWithProblem(preview.message) };
}

/** Renders the rail of the saved text. A text that cannot be rendered gives the reason. */
export async function railFor(visit: Visit, slug: string): Promise<Html> {
  return (await checkPost(visit, slug)).rail;
}

/** Returns the preview of the saved text, or the reason why it cannot be rendered. */
async function previewFor(
  { api, actor }: Pick<Visit, "api" | "actor">,
  slug: string,
): Promise<WorkingCopyPreview | { message: string }> {
  try {
    return await api.admin.posts.workingCopy.preview({ actor, slug });
  } catch (error) {
    const { status } = toAdminProblem(error);
    if (status !== 413 && status !== 422 && status !== 503) throw error;
    return { message: describeError(error) };
  }
}
