import { seeOther } from "../../frame/answers.ts";
import { orShowAgain } from "../../form/form_problem.ts";
import type { NoticeName } from "../../frame/notices.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { postListPage } from "./post_list_page.ts";
import { firstPageOf, type PostListView, queryOf, readPostListView } from "./post_list_query.ts";

/** Saves the filters of a list under a name. */
export const saveFilter: PageHandler = async (visit) => {
  const view = viewOf(visit);
  return orShowAgain(
    async () => {
      const filter = { name: textOf(visit.form, "name"), query: queryOf(view) };
      await visit.api.admin.savedFilters.save(visit.actor, filter);
      return backTo(visit, view, "filter-saved");
    },
    (problem) => postListPage(visit, { view, problem }),
  );
};

/** Removes a saved filter. */
export const removeFilter: PageHandler = async (visit) => {
  await visit.api.admin.savedFilters.remove(visit.actor, textOf(visit.form, "name"));
  return backTo(visit, viewOf(visit), "filter-removed");
};

function viewOf({ form }: Visit): PostListView {
  return firstPageOf(readPostListView(new URLSearchParams(textOf(form, "list"))));
}

function backTo(visit: Visit, view: PostListView, notice: NoticeName): ReturnType<typeof seeOther> {
  const parameters = new URLSearchParams(queryOf(view));
  parameters.set("done", notice);
  return seeOther(`${pathTo(visit, "posts")}?${parameters.toString()}`);
}
