import { showPage, tokenInput } from "../../frame/layout.ts";
import { canPublish, canWritePosts, isPermitted, type ListedPost } from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import {
  type PostNumbers,
  type PostStatus,
  postStatuses,
  postTag,
  type StoredPost,
} from "../../../content/mod.ts";
import { cursorPaging } from "../../frame/paging.ts";
import { linkButton, submitButton, emptyState, tabs } from "../../design/components.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { numberOf, relativeTime } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { importPage } from "../imports/import_form.ts";
import { type ChangeResult, changeResult } from "./change_result.ts";
import {
  filtersOf,
  firstPageOf,
  postListAddress,
  type PostListView,
  postsPerPage,
  queryOf,
  readPostListView,
  toPostListQuery,
  toTotalsFilter,
  postFilters,
  type PostFilterName,
  postSorts,
} from "./post_list_query.ts";
import { saveFilterForm, savedFilterLinks } from "./saved_filter_links.ts";
import { textOf } from "../../form/read_form.ts";
import type { PostsAction } from "./change_posts.ts";
import { table } from "../../design/table.ts";
import { changesMark, statusTag } from "../post_form/post_status.ts";
import { userNames } from "../user_names.ts";
import { pickOf } from "./picked_posts.ts";
import { inputField, selectField } from "../../design/field.ts";

const statusLabels: Readonly<Record<PostStatus, string>> = {
  draft: "Drafts",
  scheduled: "Scheduled",
  published: "Published",
  archived: "Archived",
};

const views: readonly (readonly [PostStatus | null, string])[] = [
  [null, "All"],
  ...postStatuses.map((status) => [status, statusLabels[status]] as const),
];

/** Maximum number of tags in a row. */
const shownTags = 4;

const labels: Readonly<Record<PostFilterName, string>> = {
  search: "Search titles, addresses, sections and tags",
  section: "Section",
  language: "Language",
  tag: "Tag",
};

/** Parts of the page beside the list that its address selects. */
interface ListPage {
  view: PostListView;
  problem?: FormProblem | undefined;
  /** Result of a form that changed several posts. */
  result?: ChangeResult;
  /** Slugs of the posts that a refused form had selected. */
  picked?: ReadonlySet<string>;
}

/** Shows the posts, with views, search, filters and pages. Unknown filters are ignored. */
export const showPosts: PageHandler = async (visit) =>
  postListPage(visit, { view: readPostListView(visit.url.searchParams) });

/** Renders the list of posts. */
export async function postListPage(
  visit: Visit,
  { view, problem, result, picked = new Set() }: ListPage,
): Promise<PreparedResponse> {
  const { posts: actions, savedFilters } = visit.api.admin;
  const list = async (): ReturnType<typeof actions.list> => actions.list(visit.actor, toPostListQuery(view));
  const [numbers, saved, whole] = await Promise.all([
    actions.totals(visit.actor, toTotalsFilter(view), visit.request),
    savedFilters.all(visit.actor),
    queryOf(firstPageOf(view)) === "" ? list() : undefined,
  ]);
  // A filter without matches would read the whole index to find none.
  const isKnownEmpty = numbers.isComplete && numbers[view.status ?? "all"] === 0;
  const { posts, next } = whole ?? (isKnownEmpty ? { posts: [], next: null } : await list());
  const path = pathTo(visit, "posts");
  const isWriter = canWritePosts(visit.actor);
  const selectable = posts.filter((post) => canPublish(visit.actor, post));
  const names = await userNames(
    visit,
    posts.map(({ unpublishedChanges }) => unpublishedChanges?.by),
  );
  const table = postTable(visit, { posts, names, selectable: new Set(selectable), picked });
  const body = html`${result && changeResult(visit, view, result)}
<div class="views">
${isWriter && viewTabs(path, view, numbers)}
${savedFilterLinks(visit, { saved, view })}
</div>
${filterForm(path, view)}
<div class="filter-row">
${filterChips(path, view)}
${saveFilterForm(visit, { saved, view, errors: problem?.fields })}
</div>
${posts.length === 0 ? noPosts(visit, view, next !== null) : selectable.length > 0 ? bulkForm(visit, view, table) : table}
${cursorPaging({
  path,
  filters: filtersOf(view),
  place: view,
  next,
  shown: posts.length,
  perPage: postsPerPage,
  total: totalOf(numbers, view.status ?? null),
})}`;
  const action =
    isWriter &&
    html`${isPermitted(visit.actor, "posts:write") && linkButton("Import", pathTo(visit, importPage))}
${linkButton("New post", pathTo(visit, "new-post"), { tone: "main", icon: "plus" })}`;
  return showPage(visit, { title: "Posts", section: "posts", action, body, problem });
}

function viewTabs(path: string, view: PostListView, numbers: PostNumbers): Html {
  return tabs(
    "Views",
    views.map(([status, label]) => ({
      label,
      count: totalOf(numbers, status),
      href: postListAddress(path, firstPageOf(view, { status })),
      isCurrent: status === (view.status ?? null),
    })),
  );
}

function noPosts(visit: Visit, view: PostListView, hasMore: boolean): Html {
  const path = pathTo(visit, "posts");
  const isWhole = queryOf(firstPageOf(view)) === "";
  if (isWhole && view.after === undefined) {
    return emptyState(
      "file-text",
      canWritePosts(visit.actor) ? "There are no posts yet." : "There are no published posts yet.",
    );
  }
  const text = hasMore ? "No post of this page matches." : "No post matches.";
  return emptyState("search", text, linkButton("Show all posts", path));
}

function totalOf(numbers: PostNumbers, status: PostStatus | null): string {
  return `${numberOf(numbers[status ?? "all"])}${numbers.isComplete ? "" : "+"}`;
}

/** Renders the form around the table, with the actions on the selected posts. */
function bulkForm(visit: Visit, view: PostListView, table: Html): Html {
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

/** Renders the posts of a page. Rows that can be selected have a checkbox, for the form around the table. */
function postTable(
  visit: Visit,
  {
    posts,
    names,
    selectable,
    picked,
  }: {
    posts: readonly ListedPost[];
    /** Names of the writers of unpublished changes, by id. */
    names: ReadonlyMap<string, string>;
    /** The posts of the page that the visitor may select. */
    selectable: ReadonlySet<ListedPost>;
    picked: ReadonlySet<string>;
  },
): Html {
  const now = visit.api.options.clock.now();
  return table({
    caption: `Posts of ${visit.organization.name}`,
    isCaptionHidden: true,
    isDense: true,
    columns: [
      selectable.size > 0 && {
        label: "Selected",
        kind: "pick",
        cell: (post) => selectable.has(post) && checkboxOf(post, picked.has(post.slug)),
      },
      { label: "Title", kind: "heading", cell: (post) => titleOf(visit, post, { names, now }) },
      { label: "Status", cell: (post) => statusTag(post, now) },
      { label: "Language", cell: ({ inLanguage }) => inLanguage },
      { label: "Words", kind: "number", cell: ({ wordCount }) => numberOf(wordCount) },
      { label: "Updated", cell: ({ updatedAt }) => relativeTime(updatedAt, now) },
    ],
    rows: posts,
  });
}

function titleOf(
  visit: Visit,
  post: ListedPost,
  context: { names: ReadonlyMap<string, string>; now: number },
): Html {
  const { slug, name, inLanguage, unpublishedChanges: mark } = post;
  return html`<a lang="${inLanguage}" dir="auto" href="${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}">${name}</a>${detail(post)}${mark && html`<p class="hint">${changesMark(mark, context)}</p>`}`;
}

function checkboxOf(post: StoredPost, isChecked: boolean): Html {
  const pick = pickOf({ slug: post.slug, tag: postTag(post) });
  return html`<input type="checkbox" name="post" value="${pick}" aria-label="Select ${post.name}"${isChecked && html` checked`}>`;
}

function detail({ articleSection, tags = [] }: StoredPost): Html {
  const more = tags.length - shownTags;
  return html`<p class="hint"><bdi>${articleSection}</bdi>${tags.slice(0, shownTags).map((tag) => html` <bdi class="chip">${tag}</bdi>`)}${more > 0 && ` and ${more} more`}</p>`;
}

/** Renders the search, and the further filters, which are open if one of them is set. */
function filterForm(path: string, { filters, status, sort }: PostListView): Html {
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
function filterChips(path: string, view: PostListView): Html | false {
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
