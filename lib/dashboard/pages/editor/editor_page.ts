import { showPage } from "../../frame/layout.ts";
import { requirePermitted, type WorkingCopyPreview, toAdminProblem } from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import {
  type PostStatus,
  statusAt,
  type StoredPostWithHtml,
  type WorkingCopy,
} from "../../../content/mod.ts";
import { describeError, type FormProblem } from "../../form/form_problem.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { relativeTime } from "../../format/format.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { statusBadge } from "../post_form/post_status.ts";
import { editorForm, editorFormId } from "./editor_form.ts";
import { postFormFields } from "../post_form/post_form_fields.ts";
import { referenceNotes, referenceSuggestions } from "../post_form/post_references.ts";
import { type EditorText, editorTextIn, isSameText, textOfCopy, textOfPost } from "./editor_text.ts";
import { railOf, railWithProblem } from "./rail.ts";

/** Shows the editor of a post, with its working copy or the post itself. */
export const showEditor: PageHandler = async (visit) => editorPage(visit, {});

/** Shows the text of a form that was sent with the token of another session. Nothing is written. */
export const resumeEditor: PageHandler = async (visit) =>
  editorPage(visit, {
    text: editorTextIn(visit.form, postFormFields(visit)),
    problem: {
      status: 403,
      message:
        "You signed in again after this page was opened, so nothing was saved. Your text is below: save it.",
      fields: {},
    },
  });

/** Renders the editor. */
export async function editorPage(
  visit: Visit,
  { text, problem }: { text?: EditorText; problem?: FormProblem },
): Promise<PreparedResponse> {
  requirePermitted(visit.actor, "posts:write");
  const { slug = "" } = visit.params;
  const fields = postFormFields(visit);
  const [{ post, copy, rail }, textKey, suggestions] = await Promise.all([
    openPost(visit, slug),
    visit.api.sessions.textKeyOf(visit.user.id),
    referenceSuggestions(visit, fields),
  ]);
  const stored = copy === null ? textOfPost(post, fields) : textOfCopy(copy, post, fields);
  const shown = { ...stored, ...text };
  const isStored = isSameText(shown, stored, fields);
  const notes = await referenceNotes(visit, fields, shown);
  const path = pathTo(visit, `posts/${encodeURIComponent(slug)}`);
  const body = html`<div class="editor">
<div class="editor-main">
${editorForm(visit, { text: shown, fields, textKey, postId: post.id, isStored, errors: problem?.fields ?? {}, notes, suggestions })}
<details class="card editor-preview"><summary>Preview of the saved text</summary>
<iframe sandbox loading="lazy" title="The saved text as readers will see it" src="${path}/working-copy/preview"></iframe>
</details>
</div>
<aside id="rail" class="rail" aria-label="Check" data-editor-rail>${rail}</aside>
</div>`;
  return showPage(visit, {
    title: `Edit ${slug}`,
    head: editorHead(visit, { post, copy, status: statusAt(post, visit.api.options.clock.now()) }),
    section: "posts",
    style: "editor.css",
    script: "editor.js",
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

/** Reads a post with its working copy, and renders the rail. The preview has read both already, unless the text cannot be rendered. */
async function openPost(
  visit: Visit,
  slug: string,
): Promise<{ post: StoredPostWithHtml; copy: WorkingCopy | null; rail: Html }> {
  const preview = await previewFor(visit, slug);
  if ("stored" in preview) {
    return { post: preview.stored, copy: preview.copy, rail: railOf(visit, preview) };
  }
  const { actor } = visit;
  const { posts } = visit.api.admin;
  const [post, copy] = await Promise.all([
    posts.get({ actor, slug }),
    posts.workingCopy.get({ actor, slug }),
  ]);
  return { post, copy, rail: railWithProblem(preview.message) };
}

/** Renders the rail of the saved text. A text that cannot be rendered gives the reason. */
export async function railFor(visit: Visit, slug: string): Promise<Html> {
  const preview = await previewFor(visit, slug);
  return "stored" in preview ? railOf(visit, preview) : railWithProblem(preview.message);
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

/** The state of a post in the header of its editor. */
interface EditedPost {
  post: StoredPostWithHtml;
  copy: WorkingCopy | null;
  status: PostStatus;
}

function editorHead(visit: Visit, { post, copy, status }: EditedPost): Html {
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  // The first button is the one that the Enter key presses, so it must not publish.
  return html`<div class="page-head editor-head"><div>
<h1><a href="${pathTo(visit, "posts")}">Posts</a> <span aria-hidden="true">/</span> <a href="${path}">${post.slug}</a></h1>
${statusBadge(status)}
<span class="hint" data-editor-state>${savedMark(visit, copy)}</span>
</div>
<div class="actions">
<a class="button" data-dialog data-discard${copy === null && html` hidden`} href="${path}/working-copy/discard">Discard</a>
<button type="submit" form="${editorFormId}" name="action" value="save">Save</button>
<a class="button" href="${path}#history">History</a>
<a class="button" href="${path}#preview-links">Preview link</a>
${status !== "published" && html`<button type="submit" form="${editorFormId}" name="action" value="schedule">Schedule</button>`}
<button type="submit" form="${editorFormId}" name="action" value="apply" class="main-action">${publishLabels[status]}</button>
</div></div>`;
}

const publishLabels: Readonly<Record<PostStatus, string>> = {
  draft: "Publish",
  scheduled: "Update",
  published: "Publish changes",
  archived: "Publish",
};

function savedMark(visit: Visit, copy: WorkingCopy | null): Html {
  if (copy === null) return html`No unpublished changes`;
  const now = visit.api.options.clock.now();
  if (now - Date.parse(copy.at) < 60_000) return html`Saved <time datetime="${copy.at}">just now</time>`;
  return html`Saved ${relativeTime(copy.at, now)}`;
}
