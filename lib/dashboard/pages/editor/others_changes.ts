import { html, type Html } from "../../../base/text/html.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { linkButton } from "../../design/components.ts";
import { relativeTime } from "../../format/format.ts";
import { showPage } from "../../frame/layout.ts";
import type { Visit } from "../../visit.ts";
import { postFormFields } from "../post_form/post_form_fields.ts";
import { userNames } from "../user_names.ts";
import { editorPath } from "./editor_form.ts";
import { textOfPost, textOfShown } from "./editor_text.ts";
import type { ShownText } from "../../../api/mod.ts";
import { textChanges } from "./text_changes.ts";

/** Parameter of the editor's address with the version of the changes that the writer has seen. */
const seenParameter = "over";

/** True if another writer saved the unpublished changes, and the visitor has not seen this version of them. */
export function isOfOthers({ user, url }: Visit, { savedAs, by, version }: ShownText): boolean {
  return (
    savedAs === "working-copy" &&
    by !== undefined &&
    by !== user.id &&
    url.searchParams.get(seenParameter) !== version
  );
}

/** Shows the unpublished changes of another writer before the visitor edits their text. */
export async function othersChanges(visit: Visit, shown: ShownText): Promise<PreparedResponse> {
  const { post, by, at = post.updatedAt, version } = shown;
  const fields = postFormFields(visit);
  const writer = (await userNames(visit, [by])).values().next().value ?? "Another writer";
  const path = editorPath(visit, post);
  const editing = `${path}/edit?${new URLSearchParams({ [seenParameter]: version }).toString()}`;
  const lead: Html = html`${writer} saved them ${relativeTime(at, visit.api.options.clock.now())}. They are not published`;
  return showPage(visit, {
    title: `Unpublished changes of ${writer}`,
    lead,
    section: "posts",
    style: "editor.css",
    body: html`<p>The editor opens with these changes. Publishing the text publishes them, too.</p>
<p class="actions">${linkButton("Edit this text", editing, { tone: "main" })}
${linkButton("Back to the post", path)}</p>
${textChanges(textOfPost(post, fields), textOfShown(shown, fields), fields)}`,
  });
}
