import type { PostListQuery, PostSort, PostStatus } from "../../../content/mod.ts";
import { canonicalLanguageTag } from "../../../language_tag.ts";

/** Posts on a page of the list. */
export const postsPerPage = 25;

/** Maximum number of earlier pages that an address remembers. */
const keptCursors = 10;

/** Orders of the list, with their labels. The first is the default. */
export const postSorts: readonly (readonly [PostSort, string])[] = [
  ["-updatedAt", "Last updated first"],
  ["-createdAt", "Newest first"],
  ["createdAt", "Oldest first"],
  ["name", "By title"],
];

/** Filters beside the status, in the order of an address. */
export const postFilters = ["search", "section", "language", "tag"] as const;

/** Name of a filter. */
export type PostFilterName = (typeof postFilters)[number];

/** The part of the posts that a page shows. */
export interface PostListView {
  filters: Readonly<Partial<Record<PostFilterName, string>>>;
  status?: PostStatus;
  sort: PostSort;
  /** Cursor of the page. Default: the first page. */
  after?: string;
  /** Cursors of the pages before it, since a cursor leads forward only. An empty text is the first page. */
  back: readonly string[];
  /** Number of posts before the page. */
  before: number;
}

const statuses: readonly PostStatus[] = ["draft", "scheduled", "published", "archived"];

/** Reads the address of a list. Unknown values are ignored, since links to a list may be old. */
export function readPostListView(parameters: URLSearchParams): PostListView {
  const filters: Partial<Record<PostFilterName, string>> = {};
  for (const name of postFilters) {
    const value = parameters.get(name)?.trim() ?? "";
    if (value !== "") filters[name] = value;
  }
  const [[usual] = ["-updatedAt" as const]] = postSorts;
  const sort = postSorts.find(([name]) => name === parameters.get("sort"))?.[0] ?? usual;
  const before = parameters.get("before") ?? "";
  const view: PostListView = {
    filters,
    sort,
    back: parameters.getAll("back").slice(-keptCursors),
    before: /^[1-9]\d{0,6}$/.test(before) ? Number(before) : 0,
  };
  const status = statuses.find((name) => name === parameters.get("status"));
  if (status !== undefined) view.status = status;
  const after = parameters.get("after");
  return after === null ? { ...view, back: [], before: 0 } : { ...view, after };
}

/** Returns the first page of a list with some parts changed. A status of `null` stands for every status. */
export function firstPageOf(
  { filters, status, sort }: PostListView,
  changes: { status?: PostStatus | null; filters?: PostListView["filters"] } = {},
): PostListView {
  const view: PostListView = { filters: changes.filters ?? filters, sort, back: [], before: 0 };
  const wanted = changes.status === undefined ? status : changes.status;
  return wanted === undefined || wanted === null ? view : { ...view, status: wanted };
}

/** Returns the page after a page of `shown` posts. */
export function nextPageOf(view: PostListView, next: string, shown: number): PostListView {
  const back = [...view.back, view.after ?? ""].slice(-keptCursors);
  return { ...view, after: next, back, before: view.before + shown };
}

/** Returns the page before a page: the last known one, or the first page. Undefined for the first page. */
export function previousPageOf(view: PostListView): PostListView | undefined {
  if (view.after === undefined) return undefined;
  const after = view.back.at(-1) ?? "";
  if (after === "") return firstPageOf(view);
  const before = Math.max(0, view.before - postsPerPage);
  return { ...view, after, back: view.back.slice(0, -1), before };
}

/** Returns the query of an address, without the parameters that have their default. Empty for the whole list. */
export function queryOf({ filters, status, sort, after, back, before }: PostListView): string {
  const parameters = new URLSearchParams();
  if (status !== undefined) parameters.set("status", status);
  for (const name of postFilters) {
    const value = filters[name];
    if (value !== undefined) parameters.set(name, value);
  }
  if (sort !== postSorts[0]?.[0]) parameters.set("sort", sort);
  if (after !== undefined) {
    parameters.set("after", after);
    for (const cursor of back) parameters.append("back", cursor);
    if (before > 0) parameters.set("before", String(before));
  }
  return parameters.toString();
}

/** Returns the address of a list. */
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
