import { postTag, type StoredPost } from "../../../content/mod.ts";
import { numberOf } from "../../format.ts";
import { html, type Html } from "../../../html.ts";
import { relativeTime } from "../../relative_time.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { statusTag } from "../post_status.ts";
import { pickOf } from "./picked_posts.ts";

/** Maximum number of tags in a row. */
const shownTags = 4;

/** Renders the posts of a page. Rows that can be selected have a checkbox, for the form around the table. */
export function postTable(
  visit: Visit,
  {
    posts,
    canSelect,
    picked,
  }: { posts: readonly StoredPost[]; canSelect: boolean; picked: ReadonlySet<string> },
): Html {
  return html`<table class="cards dense">
<caption class="hidden">Posts of ${visit.organization.name}</caption>
<thead><tr>${canSelect && html`<th scope="col" class="pick"><span class="hidden">Selected</span></th>`}<th scope="col">Title</th><th scope="col">Status</th><th scope="col">Language</th><th scope="col" class="number">Words</th><th scope="col">Updated</th></tr></thead>
<tbody>
${posts.map((post) => row(visit, post, canSelect && checkboxOf(post, picked.has(post.slug))))}</tbody>
</table>`;
}

function row(visit: Visit, post: StoredPost, checkbox: Html | false): Html {
  const now = visit.api.options.clock.now();
  const { slug, name, inLanguage, wordCount, updatedAt } = post;
  return html`<tr>
${checkbox}
<th scope="row"><a lang="${inLanguage}" dir="auto" href="${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}">${name}</a>${detail(post)}</th>
<td data-label="Status">${statusTag(post, now)}</td>
<td data-label="Language">${inLanguage}</td>
<td data-label="Words" class="number">${numberOf(wordCount)}</td>
<td data-label="Updated">${relativeTime(updatedAt, now)}</td>
</tr>
`;
}

function checkboxOf(post: StoredPost, isChecked: boolean): Html {
  const pick = pickOf({ slug: post.slug, tag: postTag(post) });
  return html`<td class="pick"><input type="checkbox" name="post" value="${pick}" aria-label="Select ${post.name}"${isChecked && html` checked`}></td>`;
}

function detail({ articleSection, tags = [] }: StoredPost): Html {
  const more = tags.length - shownTags;
  return html`<p class="hint"><bdi>${articleSection}</bdi>${tags.slice(0, shownTags).map((tag) => html` <bdi class="chip">${tag}</bdi>`)}${more > 0 && ` and ${more} more`}</p>`;
}
