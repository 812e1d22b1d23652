import { type PostListQuery, type PostSort, type PostStatus, type StoredPost } from "../../content/mod.ts";
import { canonicalLanguageTag } from "../../language_tag.ts";
import { isPermitted } from "../../admin/mod.ts";
import { pageResponse } from "../answers.ts";
import { inputField, selectField } from "../fields.ts";
import { numberOf, timeOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { layout } from "../layout.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";
import { statusTag } from "./post_status.ts";

const perPage = 25;

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
  const body = html`${canWrite && html`<p><a class="button main-action" href="${pathTo(visit, "new-post")}">New post</a></p>`}
<form method="get" action="${pathTo(visit, "posts")}" role="search" class="actions">
${inputField({ name: "search", label: "Search", type: "search", value: chosen["search"] })}
${canWrite && selectField({ name: "status", label: "Status", value: chosen["status"], choices: statuses })}
${inputField({ name: "section", label: "Section", value: chosen["section"] })}
${inputField({ name: "language", label: "Language", value: chosen["language"] })}
${inputField({ name: "tag", label: "Tag", value: chosen["tag"] })}
${selectField({ name: "sort", label: "Order", value: query.sort, choices: sorts })}
<button type="submit">Show</button>
</form>
${posts.length === 0 ? html`<p>No post matches.</p>` : table(visit, posts)}
${next !== null && html`<p><a class="button" rel="next" href="${pathTo(visit, "posts")}?${new URLSearchParams({ ...chosen, after: next }).toString()}">Next page</a></p>`}`;
  return pageResponse(layout(visit, { title: "Posts", section: "posts", body }));
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
<th scope="row"><a href="${pathTo(visit, `posts/${encodeURIComponent(post.slug)}`)}">${post.name}</a></th>
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
