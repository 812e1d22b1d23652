import { type PostListQuery, type PostSort, type PostStatus, type StoredPost } from "../../content/mod.ts";
import { canonicalLanguageTag } from "../../language_tag.ts";
import { isPermitted } from "../../admin/mod.ts";
import { pageResponse } from "../answers.ts";
import { emptyState } from "../design/empty_state.ts";
import { icon } from "../design/icon.ts";
import { paging } from "../design/paging.ts";
import { inputField, selectField } from "../fields.ts";
import { numberOf, timeOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { layout } from "../layout.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";
import { importPage } from "./imports/import_paths.ts";
import { statusTag } from "./post_status.ts";

const perPage = 25;

/** Maximum number of earlier pages that an address remembers. */
const keptCursors = 10;

const sorts: readonly (readonly [PostSort, string])[] = [
  ["-updatedAt", "Last updated first"],
  ["-createdAt", "Newest first"],
  ["createdAt", "Oldest first"],
  ["name", "By title"],
];
const statuses: readonly (readonly [PostStatus | "", string])[] = [
  ["", "Any"],
  ["draft", "Draft"],
  ["scheduled", "Scheduled"],
  ["published", "Published"],
  ["archived", "Archived"],
];
const filters = ["search", "section", "language", "tag"] as const;

/** Shows the posts, with search, filters and pages. Unknown filters are ignored. */
export const showPosts: PageHandler = async (visit) => {
  const { searchParams } = visit.url;
  const { query, chosen } = readQuery(searchParams);
  const { posts, next } = await visit.api.admin.posts.list(visit.actor, query);
  const canWrite = isPermitted(visit.actor, "posts:write");
  const body = html`<form method="get" action="${pathTo(visit, "posts")}" role="search" class="actions">
${inputField({ name: "search", label: "Search", type: "search", value: chosen["search"] })}
${canWrite && selectField({ name: "status", label: "Status", value: chosen["status"], choices: statuses })}
${inputField({ name: "section", label: "Section", value: chosen["section"] })}
${inputField({ name: "language", label: "Language", value: chosen["language"] })}
${inputField({ name: "tag", label: "Tag", value: chosen["tag"] })}
${selectField({ name: "sort", label: "Order", value: query.sort, choices: sorts })}
<button type="submit">Show</button>
</form>
${posts.length === 0 ? emptyState("file-text", isFiltered(chosen) ? "No post matches." : "There are no posts yet.") : table(visit, posts)}
${paging({ shown: `${numberOf(posts.length)} on this page`, previous: previousOf(visit, chosen), next: nextOf(visit, { next, chosen }) })}`;
  const action =
    canWrite &&
    html`<a class="button" href="${pathTo(visit, importPage)}">Import</a>
<a class="button main-action" href="${pathTo(visit, "new-post")}">${icon("plus")}New post</a>`;
  return pageResponse(layout(visit, { title: "Posts", section: "posts", action, body }));
};

function readQuery(parameters: URLSearchParams): { query: PostListQuery; chosen: Record<string, string> } {
  const chosen: Record<string, string> = {};
  const sort = sorts.find(([name]) => name === parameters.get("sort"))?.[0] ?? "-updatedAt";
  const status = statuses.find(([name]) => name === parameters.get("status"))?.[0] ?? "";
  const query: PostListQuery = { limit: perPage, sort };
  if (status !== "") query.status = status;
  for (const name of filters) {
    const value = parameters.get(name)?.trim() ?? "";
    if (value === "") continue;
    chosen[name] = value;
    query[name] = name === "language" ? (canonicalLanguageTag(value) ?? value) : value;
  }
  const after = parameters.get("after");
  if (after !== null) query.after = after;
  return { query, chosen: { ...chosen, sort, ...(status === "" ? {} : { status }) } };
}

function table(visit: Visit, posts: readonly StoredPost[]): Html {
  const now = visit.api.options.clock.now();
  return html`<table class="cards">
<caption>Posts of ${visit.organization.name}</caption>
<thead><tr><th scope="col">Title</th><th scope="col">Status</th><th scope="col">Section</th><th scope="col">Language</th><th scope="col" class="number">Words</th><th scope="col">Updated</th></tr></thead>
<tbody>
${posts.map(
  (post) => html`<tr>
<th scope="row"><a lang="${post.inLanguage}" dir="auto" href="${pathTo(visit, `posts/${encodeURIComponent(post.slug)}`)}">${post.name}</a></th>
<td data-label="Status">${statusTag(post, now)}</td>
<td data-label="Section">${post.articleSection}</td>
<td data-label="Language">${post.inLanguage}</td>
<td data-label="Words" class="number">${numberOf(post.wordCount)}</td>
<td data-label="Updated">${timeOf(post.updatedAt)}</td>
</tr>
`,
)}</tbody>
</table>`;
}

function isFiltered(chosen: Readonly<Record<string, string>>): boolean {
  return Object.keys(chosen).some((name) => name !== "sort");
}

/** Returns the address of the next page. `back` lists the cursors of the pages before it, since a cursor leads forward only. */
function nextOf(
  visit: Visit,
  { next, chosen }: { next: string | null; chosen: Record<string, string> },
): string | undefined {
  if (next === null) return undefined;
  const { searchParams } = visit.url;
  const back = [...searchParams.getAll("back"), searchParams.get("after") ?? ""].slice(-keptCursors);
  return addressOf(visit, { chosen, after: next, back });
}

/** Returns the address of the previous page: the last known one, or the first page. */
function previousOf(visit: Visit, chosen: Record<string, string>): string | undefined {
  const { searchParams } = visit.url;
  if (searchParams.get("after") === null) return undefined;
  const back = searchParams.getAll("back");
  return addressOf(visit, { chosen, after: back.at(-1) ?? "", back: back.slice(0, -1) });
}

function addressOf(
  visit: Visit,
  { chosen, after, back }: { chosen: Record<string, string>; after: string; back: readonly string[] },
): string {
  const parameters = new URLSearchParams(chosen);
  if (after !== "") parameters.set("after", after);
  for (const cursor of back) parameters.append("back", cursor);
  return `${pathTo(visit, "posts")}?${parameters.toString()}`;
}
