import { submitButton } from "../../design/button.ts";
import { inputField, selectField } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import {
  firstPageOf,
  postFilters,
  type PostFilterName,
  postListAddress,
  type PostListView,
  postSorts,
} from "./post_list_query.ts";

const labels: Readonly<Record<PostFilterName, string>> = {
  search: "Search titles, addresses, sections and tags",
  section: "Section",
  language: "Language",
  tag: "Tag",
};

/** Renders the search, and the further filters, which are open if one of them is set. */
export function filterForm(path: string, { filters, status, sort }: PostListView): Html {
  const further = postFilters.filter((name) => name !== "search");
  const isOpen = further.some((name) => filters[name] !== undefined);
  return html`<form method="get" action="${path}" role="search" class="filters">
${status !== undefined && html`<input type="hidden" name="status" value="${status}">`}
<div class="actions">
${inputField({ name: "search", label: labels.search, type: "search", value: filters.search })}
${selectField({ name: "sort", label: "Order", value: sort, choices: postSorts })}
${submitButton("Show")}
<details${isOpen && html` open`}><summary class="button">More filters</summary>
<div class="actions">
${further.map((name) => inputField({ name, label: labels[name], value: filters[name] }))}
${submitButton("Apply")}
</div>
</details>
</div>
</form>`;
}

/** Renders each filter as a link that removes it. Nothing without filters. */
export function filterChips(path: string, view: PostListView): Html | false {
  const chips = postFilters.flatMap((name) => {
    const value = view.filters[name];
    if (value === undefined) return [];
    const { [name]: _removed, ...filters } = view.filters;
    const label = name === "search" ? "Search" : labels[name];
    return html`<li><a class="chip" href="${postListAddress(path, firstPageOf(view, { filters }))}"><span class="hidden">Remove the filter </span>${label}: <bdi>${value}</bdi><span aria-hidden="true">×</span></a></li>\n`;
  });
  return (
    chips.length > 0 &&
    html`<nav aria-label="Filters"><ul class="chips">
${chips}<li><a href="${postListAddress(path, firstPageOf(view, { filters: {} }))}">Clear all</a></li>
</ul></nav>`
  );
}
