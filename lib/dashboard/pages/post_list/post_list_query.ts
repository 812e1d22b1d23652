import { type PostListQuery, type PostSort, type PostStatus, postStatuses } from "../../../content/mod.ts";
import { canonicalLanguageTag } from "../../../base/text/language_tag.ts";
import { type CursorPlace, firstPlace, readPlace, writePlace } from "../../frame/paging.ts";

/** Posts on a page of the list. */
export const postsPerPage = 25;

/** Orders of the list, with their labels. The first is the default. */
export const postSorts: readonly (readonly [PostSort, string])[] = [
  ["-updatedAt", "Last updated first"],
  ["-createdAt", "Newest first"],
  ["createdAt", "Oldest first"],
  ["name", "By title"],
];

/** Filters beside the status, in the order of an address. */
export const postFilters = ["search", "section", "language", "tag"] as const;

export type PostFilterName = (typeof postFilters)[number];

/** The part of the posts that a page shows. */
export interface PostListView extends CursorPlace {
  filters: Readonly<Partial<Record<PostFilterName, string>>>;
  status?: PostStatus;
  sort: PostSort;
}

/** Reads the address of a list. Unknown values are ignored, since links to a list may be old. */
export function readPostListView(parameters: URLSearchParams): PostListView {
  const filters: Partial<Record<PostFilterName, string>> = {};
  for (const name of postFilters) {
    const value = parameters.get(name)?.trim() ?? "";
    if (value !== "") filters[name] = value;
  }
  const [[usual] = ["-updatedAt" as const]] = postSorts;
  const sort = postSorts.find(([name]) => name === parameters.get("sort"))?.[0] ?? usual;
  const view: PostListView = { filters, sort, ...readPlace(parameters) };
  const status = postStatuses.find((name) => name === parameters.get("status"));
  return status === undefined ? view : { ...view, status };
}

/** Returns the first page of a list with some parts changed. A status of `null` stands for every status. */
export function firstPageOf(
  { filters, status, sort }: PostListView,
  changes: { status?: PostStatus | null; filters?: PostListView["filters"] } = {},
): PostListView {
  const view: PostListView = { filters: changes.filters ?? filters, sort, ...firstPlace };
  const wanted = changes.status === undefined ? status : changes.status;
  return wanted === undefined || wanted === null ? view : { ...view, status: wanted };
}

/** Returns the filters of a list as parameters of its address, without those that have their default. */
export function filtersOf({ filters, status, sort }: PostListView): Record<string, string> {
  const parameters: Record<string, string> = {};
  if (status !== undefined) parameters["status"] = status;
  for (const name of postFilters) {
    const value = filters[name];
    if (value !== undefined) parameters[name] = value;
  }
  if (sort !== postSorts[0]?.[0]) parameters["sort"] = sort;
  return parameters;
}

/** Returns the query of an address, without the parameters that have their default. Empty for the whole list. */
export function queryOf(view: PostListView): string {
  const parameters = new URLSearchParams(filtersOf(view));
  writePlace(parameters, view);
  return parameters.toString();
}

export function postListAddress(path: string, view: PostListView): string {
  const query = queryOf(view);
  return query === "" ? path : `${path}?${query}`;
}

/** Returns the query of the posts of a page. */
export function toPostListQuery(view: PostListView): PostListQuery {
  const query: PostListQuery = { ...toTotalsFilter(view), limit: postsPerPage, sort: view.sort };
  if (view.status !== undefined) query.status = view.status;
  if (view.after !== undefined) query.after = view.after;
  return query;
}

/** Returns the filter of all posts of a view, of every status. */
export function toTotalsFilter({ filters }: PostListView): Pick<PostListQuery, PostFilterName> {
  const { language } = filters;
  return language === undefined
    ? filters
    : { ...filters, language: canonicalLanguageTag(language) ?? language };
}
