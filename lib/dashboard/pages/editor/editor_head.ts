import { html, type Html } from "../../../base/text/html.ts";
import { heartbeatSeconds, type PostStatus } from "../../../content/mod.ts";
import { type ButtonTone, message, submitButton } from "../../design/components.ts";
import { relativeTime } from "../../format/format.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { statusBadge } from "../post_form/post_status.ts";
import { editorFormId, editorPath } from "./editor_form.ts";
import type { ShownText } from "../../../api/mod.ts";

/** The state of a post in the header of its editor. */
interface EditedPost {
  /** Undefined for a post that does not exist yet. */
  text?: ShownText | undefined;
  status: PostStatus;
  /** True if the visitor may publish the post. Otherwise, the visitor submits the text for review. */
  publishes: boolean;
  /** Names of the other writers who have the post open. */
  others?: readonly string[];
}

/** Renders the row above the editor: the address, the state of the text, and the buttons. A script shows the hidden links when the post exists. */
export function editorHead(visit: Visit, { text, status, publishes, others = [] }: EditedPost): Html {
  const post = text?.post;
  const path = editorPath(visit, post);
  const isNew = post === undefined;
  const hidden = isNew && html` hidden data-needs-post`;
  // The first button is the one that the Enter key presses, so it must not publish.
  return html`<div class="page-head editor-head"><div>
<h1><a href="${pathTo(visit, "posts")}">Posts</a> <span aria-hidden="true">/</span> <a href="${path}" data-post-slug>${post?.slug ?? "New post"}</a></h1>
${statusBadge(status)}
<span class="hint" data-editor-state>${text === undefined ? "Nothing is saved yet" : savedMark(visit, text)}</span>
<span class="hint" data-presence="${heartbeatSeconds}">${others.length > 0 && `${new Intl.ListFormat("en").format(others)} ${others.length === 1 ? "is" : "are"} editing too`}</span>
</div>
<div class="actions">
<a class="button" data-dialog data-discard${text?.savedAs !== "working-copy" && html` hidden`} href="${path}/working-copy/discard">Discard</a>
${actionButton("save", "Save")}
<a class="button"${hidden} href="${path}#history">History</a>
<a class="button"${hidden} href="${path}#preview-links">Preview link</a>
${publishes && status !== "published" && actionButton("schedule", "Schedule")}
${publishes ? actionButton("apply", publishLabels[status], "main") : actionButton("submit", "Submit for review", "main")}
</div></div>`;
}

function actionButton(action: string, label: string, tone?: ButtonTone): Html {
  const attributes = html` form="${editorFormId}" name="action" value="${action}"`;
  return submitButton(label, { tone, attributes });
}

const publishLabels: Readonly<Record<PostStatus, string>> = {
  draft: "Publish",
  scheduled: "Update",
  published: "Publish changes",
  archived: "Publish",
};

function savedMark(visit: Visit, { savedAs, post, at = post.updatedAt }: ShownText): Html {
  if (savedAs === "post") return html`No unpublished changes`;
  const now = visit.api.options.clock.now();
  if (now - Date.parse(at) < 60_000) return html`Saved <time datetime="${at}">just now</time>`;
  return html`Saved ${relativeTime(at, now)}`;
}

/** Renders the result of a publication, with the next steps. */
export function publishedMessage(url: string): Html {
  const isLink = /^https?:/.test(url);
  return message(
    "note",
    html`<p>Published.${isLink && html` <a href="${url}" rel="noreferrer" target="_blank">View post</a>`}</p>
<p class="actions"><code data-copy="the address">${url}</code></p>`,
    "status",
  );
}
