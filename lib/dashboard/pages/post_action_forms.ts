import { postTag, type PostStatus, type StoredPostWithHtml } from "../../content/mod.ts";
import { html, type Html } from "../../html.ts";
import { tokenInput } from "../layout.ts";
import { pathTo, type Visit } from "../visit.ts";

/** Renders the forms that change the status of a post. */
export function postActionForms(visit: Visit, post: StoredPostWithHtml, status: PostStatus): Html {
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  const hidden = html`${tokenInput(visit)}<input type="hidden" name="tag" value="${postTag(post)}">`;
  const button = (act: string, label: string): Html =>
    html`<form method="post" action="${path}/${act}">${hidden}<button type="submit">${label}</button></form>\n`;
  return html`<div class="actions">
<a class="button" href="${path}/edit">Edit</a>
${status !== "published" && button("publish", "Publish now")}${status !== "archived" && button("archive", "Archive")}
<a class="button danger" data-dialog href="${path}/delete">Delete</a>
</div>
${
  status !== "published" &&
  html`<form method="post" action="${path}/schedule" class="actions">${hidden}
<div class="field"><label for="publishedAt">Publish at (UTC)</label>
<input type="datetime-local" id="publishedAt" name="publishedAt" required></div>
<button type="submit">Schedule</button>
</form>`
}`;
}
