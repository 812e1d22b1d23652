import type { SavedFilter } from "../../../access/mod.ts";
import { submitButton, tabs } from "../../design/components.ts";
import { type FieldErrors, inputField } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { textOf } from "../../form/read_form.ts";
import { pathTo, type Visit } from "../../visit.ts";
import {
  firstPageOf,
  postListAddress,
  type PostListView,
  queryOf,
  readPostListView,
} from "./post_list_query.ts";

/** Renders the visitor's saved filters as links. Nothing without saved filters. */
export function savedFilterLinks(
  visit: Visit,
  { saved, view }: { saved: readonly SavedFilter[]; view: PostListView },
): Html | false {
  const current = queryOf(firstPageOf(view));
  return (
    saved.length > 0 &&
    tabs(
      "Saved filters",
      saved.map(({ name, query }) => ({
        label: name,
        href: postListAddress(pathTo(visit, "posts"), readPostListView(new URLSearchParams(query))),
        isCurrent: query === current,
      })),
    )
  );
}

/** Renders the form that saves the current filters under a name, or removes them if they are saved. Nothing without filters. */
export function saveFilterForm(
  visit: Visit,
  {
    saved,
    view,
    errors,
  }: { saved: readonly SavedFilter[]; view: PostListView; errors?: FieldErrors | undefined },
): Html | false {
  const query = queryOf(firstPageOf(view));
  // A status alone is a view already.
  if (Object.keys(view.filters).length === 0) return false;
  const known = saved.find((filter) => filter.query === query);
  const path = pathTo(visit, "saved-filters");
  const hidden = html`${tokenInput(visit)}<input type="hidden" name="list" value="${query}">`;
  if (known !== undefined) {
    return html`<form method="post" action="${path}/remove" class="save-filter">${hidden}<input type="hidden" name="name" value="${known.name}">
${submitButton("Remove from saved filters", { about: html`: ${known.name}` })}</form>`;
  }
  return html`<details class="save-filter"${errors !== undefined && html` open`}><summary class="button">Save this filter</summary>
<form method="post" action="${path}" class="actions">${hidden}
${inputField({ name: "name", label: "Name", value: errors && textOf(visit.form, "name"), isRequired: true, longest: 100, errors })}
${submitButton("Save")}
</form></details>`;
}
