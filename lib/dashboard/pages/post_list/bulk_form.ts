import { submitButton } from "../../design/button.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { textOf } from "../../form/read_form.ts";
import { pathTo, type Visit } from "../../visit.ts";
import type { PostsAction } from "./change_posts.ts";
import { type PostListView, queryOf } from "./post_list_query.ts";

/** Renders the form around the table, with the actions on the selected posts. */
export function bulkForm(visit: Visit, view: PostListView, table: Html): Html {
  // The disabled button is the form's default button, so that Enter in the field of the tag does not publish.
  return html`<form method="post" action="${pathTo(visit, "changed-posts")}" class="bulk" data-bulk>
${tokenInput(visit)}
<input type="hidden" name="list" value="${queryOf(view)}">
${submitButton("Choose an action", { attributes: html` disabled hidden` })}
<div class="bulk-bar" role="group" aria-label="Actions on the selected posts">
<label class="with-script"><input type="checkbox" data-select-all> Select all</label>
<span class="with-script" role="status" data-selected>None selected</span>
<span class="without-script">Selected posts:</span>
${button("publish", "Publish")}
${button("archive", "Archive")}
<details class="bulk-tag"><summary class="button">Tag</summary>
<div><label for="bulk-tag">Tag of the selected posts</label>
<input type="text" id="bulk-tag" name="tag" maxlength="100" value="${textOf(visit.form, "tag")}" autocomplete="off">
<p class="actions">${button("add-tag", "Add")}${button("remove-tag", "Remove")}</p></div></details>
${submitButton("Delete", { tone: "danger", isDialog: true, attributes: html` name="act" value="delete"` })}
</div>
${table}
</form>`;
}

function button(act: PostsAction, label: string): Html {
  return submitButton(label, { attributes: html` name="act" value="${act}"` });
}
