import { postTag, type PostStatus, type StoredPostWithHtml } from "../../../content/mod.ts";
import { linkButton, submitButton } from "../../design/button.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { pathTo, type Visit } from "../../visit.ts";

/** Renders the link to the editor, and the buttons that change the status of a post. */
export function postActionForms(
  visit: Visit,
  { post, status }: { post: StoredPostWithHtml; status: PostStatus },
): Html {
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  const hidden = html`${tokenInput(visit)}<input type="hidden" name="tag" value="${postTag(post)}">`;
  const button = (act: string, label: string): Html =>
    html`<form method="post" action="${path}/${act}">${hidden}${submitButton(label)}</form>\n`;
  return html`${linkButton("Edit", `${path}/edit`, { tone: "main" })}
${status !== "published" && button("publish", "Publish now")}${(status === "published" || status === "scheduled") && button("unpublish", "Unpublish")}${status !== "archived" && button("archive", "Archive")}
${linkButton("Delete", `${path}/delete`, { tone: "danger", isDialog: true })}`;
}
