import { requirePermitted, type WorkingCopyPreview } from "../../../admin/mod.ts";
import type { PostStatus, StoredPostWithHtml, WorkingCopy } from "../../../content/mod.ts";
import type { PreparedResponse } from "../../../exchange/mod.ts";
import { toAdminProblem } from "../../../endpoints/mod.ts";
import { describeError } from "../../describe_error.ts";
import { formPage } from "../../form_page.ts";
import type { FormProblem } from "../../form_problem.ts";
import { html, type Html } from "../../../html.ts";
import { relativeTime } from "../../relative_time.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { statusBadge } from "../post_status.ts";
import { editorForm, editorFormId } from "./editor_form.ts";
import { type EditorText, editorTextIn, textOfCopy, textOfPost } from "./editor_text.ts";
import { railOf, railWithProblem } from "./rail.ts";

/** Shows the editor of a post, with its working copy or the post itself. */
export const showEditor: PageHandler = async (visit) => editorPage(visit, {});

/** Shows the text of a form that was sent with the token of another session. Nothing is written. */
export const resumeEditor: PageHandler = async (visit) =>
  editorPage(visit, {
    text: editorTextIn(visit.form),
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
  const { api, actor, params } = visit;
  requirePermitted(actor, "posts:write");
  const { slug = "" } = params;
  const [post, copy, rail] = await Promise.all([
    api.admin.posts.get({ actor, slug }),
    api.admin.posts.workingCopy.get({ actor, slug }),
    railFor(visit, slug),
  ]);
  const shown = text ?? (copy === null ? textOfPost(post) : textOfCopy(copy));
  const path = pathTo(visit, `posts/${encodeURIComponent(slug)}`);
  const body = html`<div class="editor">
<div class="editor-main">
${editorForm(visit, { text: shown, errors: problem?.fields ?? {} })}
<details class="card editor-preview"><summary>Preview of the saved text</summary>
<iframe sandbox loading="lazy" title="The saved text as readers will see it" src="${path}/working-copy/preview"></iframe>
</details>
</div>
<aside id="rail" class="rail" aria-label="Check" data-editor-rail>${rail.html}</aside>
</div>`;
  return formPage(visit, {
    title: `Edit ${slug}`,
    head: editorHead(visit, { post, copy, status: rail.status ?? post.status }),
    section: "posts",
    style: "editor.css",
    script: "editor.js",
    body,
    problem,
  });
}

/** Renders the rail of the saved text. A text that cannot be rendered gives the reason. */
export async function railFor(
  visit: Visit,
  slug: string,
): Promise<{ html: Html; status?: WorkingCopyPreview["status"] }> {
  try {
    const preview = await visit.api.admin.posts.workingCopy.preview({ actor: visit.actor, slug });
    return { html: railOf(visit, preview), status: preview.status };
  } catch (error) {
    const { status } = toAdminProblem(error);
    if (status !== 413 && status !== 422 && status !== 503) throw error;
    return { html: railWithProblem(describeError(error)) };
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
<button type="submit" form="${editorFormId}" name="action" value="save">Save</button>
<a class="button" href="${path}#history">History</a>
<a class="button" href="${path}#preview-links">Preview link</a>
${copy !== null && html`<a class="button" data-dialog href="${path}/working-copy/discard">Discard</a>`}
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
