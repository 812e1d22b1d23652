import { showPage } from "../../frame/layout.ts";
import { isPermitted } from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { type PostNumbers, type PostStatus, postStatuses } from "../../../content/mod.ts";
import { cursorPaging } from "../../paging/cursor_paging.ts";
import { linkButton } from "../../design/button.ts";
import { emptyState } from "../../design/empty_state.ts";
import { tabs } from "../../design/tabs.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { numberOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { importPage } from "../imports/import_form.ts";
import { bulkForm } from "./bulk_form.ts";
import { type ChangeResult, changeResult } from "./change_result.ts";
import { filterChips, filterForm } from "./filter_form.ts";
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
} from "./post_list_query.ts";
import { postTable } from "./post_table.ts";
import { saveFilterForm, savedFilterLinks } from "./saved_filter_links.ts";

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
  const canWrite = isPermitted(visit.actor, "posts:write");
  const table = postTable(visit, { posts, canSelect: canWrite, picked });
  const body = html`${result && changeResult(visit, view, result)}
<div class="views">
${canWrite && viewTabs(path, view, numbers)}
${savedFilterLinks(visit, { saved, view })}
</div>
${filterForm(path, view)}
<div class="filter-row">
${filterChips(path, view)}
${saveFilterForm(visit, { saved, view, errors: problem?.fields })}
</div>
${posts.length === 0 ? noPosts(visit, view) : canWrite ? bulkForm(visit, view, table) : table}
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
    canWrite &&
    html`${linkButton("Import", pathTo(visit, importPage))}
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

function noPosts(visit: Visit, view: PostListView): Html {
  const path = pathTo(visit, "posts");
  const isWhole = queryOf(firstPageOf(view)) === "";
  if (isWhole && view.after === undefined) {
    const isWriter = isPermitted(visit.actor, "posts:write");
    return emptyState(
      "file-text",
      isWriter ? "There are no posts yet." : "There are no published posts yet.",
    );
  }
  return emptyState("search", "No post matches.", linkButton("Show all posts", path));
}

function totalOf(numbers: PostNumbers, status: PostStatus | null): string {
  return `${numberOf(numbers[status ?? "all"])}${numbers.isComplete ? "" : "+"}`;
}
