import { html, type Html } from "../../../base/text/html.ts";
import type { StoredPostWithHtml, WorkingCopy } from "../../../content/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { linkButton } from "../../design/components.ts";
import { relativeTime } from "../../format/format.ts";
import { showPage } from "../../frame/layout.ts";
import type { Visit } from "../../visit.ts";
import { postFormFields } from "../post_form/post_form_fields.ts";
import { userNames } from "../user_names.ts";
import { editorPath } from "./editor_form.ts";
import { textOfCopy, textOfPost } from "./editor_text.ts";
import { textChanges } from "./text_changes.ts";

/** Parameter of the editor's address with the version of the changes that the writer has seen. */
const seenParameter = "over";

/** True if another writer saved the unpublished changes, and the visitor has not seen this version of them. */
export function isOfOthers({ user, url }: Visit, { by, version }: WorkingCopy): boolean {
  return by !== undefined && by !== user.id && url.searchParams.get(seenParameter) !== version;
}

/** Shows the unpublished changes of another writer before the visitor edits their text. */
export async function othersChanges(
  visit: Visit,
  post: StoredPostWithHtml,
  copy: WorkingCopy,
): Promise<PreparedResponse> {
  const fields = postFormFields(visit);
  const names = await userNames(visit, [copy.by]);
  const writer = (copy.by !== undefined && names.get(copy.by)) || "Another writer";
  const path = editorPath(visit, post);
  const editing = `${path}/edit?${new URLSearchParams({ [seenParameter]: copy.version }).toString()}`;
  const lead: Html = html`${writer} saved them ${relativeTime(copy.at, visit.api.options.clock.now())}. They are not published`;
  return showPage(visit, {
    title: `Unpublished changes of ${writer}`,
    lead,
    section: "posts",
    style: "editor.css",
    body: html`<p>The editor opens with these changes. Publishing the text publishes them, too.</p>
<p class="actions">${linkButton("Edit this text", editing, { tone: "main" })}
${linkButton("Back to the post", path)}</p>
${textChanges(textOfPost(post, fields), textOfCopy(copy, post, fields), fields)}`,
  });
}
