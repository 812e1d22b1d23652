import { postTag, type PostStatus, type StoredPostWithHtml, type WorkingCopy } from "../../content/mod.ts";
import { linkButton, submitButton } from "../design/button.ts";
import { html, type Html } from "../../html.ts";
import { tokenInput } from "../layout.ts";
import { pathTo, type Visit } from "../visit.ts";
import { scheduleFields, scheduleOf } from "./schedule_fields.ts";
import { scheduleState } from "./schedule_page.ts";

/** Renders the forms that change the status of a post. */
export function postActionForms(
  visit: Visit,
  { post, copy, status }: { post: StoredPostWithHtml; copy: WorkingCopy | null; status: PostStatus },
): Html {
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  const hidden = html`${tokenInput(visit)}<input type="hidden" name="tag" value="${postTag(post)}">`;
  const button = (act: string, label: string): Html =>
    html`<form method="post" action="${path}/${act}">${hidden}${submitButton(label)}</form>\n`;
  return html`<div class="actions">
${linkButton("Edit", `${path}/edit`)}
${status !== "published" && button("publish", "Publish now")}${(status === "published" || status === "scheduled") && button("unpublish", "Unpublish")}${status !== "archived" && button("archive", "Archive")}
${linkButton("Delete", `${path}/delete`, { tone: "danger", isDialog: true })}
</div>
${
  status !== "published" &&
  html`<form method="post" action="${path}/schedule" class="actions">${tokenInput(visit)}${scheduleState(post, copy)}
${scheduleFields(scheduleOf(post, "UTC"))}
${submitButton("Schedule")}
</form>`
}`;
}
