import { table } from "../../design/table.ts";
import { postTag, type StoredPost } from "../../../content/mod.ts";
import { numberOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { relativeTime } from "../../format/relative_time.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { statusTag } from "../post_form/post_status.ts";
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
  const now = visit.api.options.clock.now();
  return table({
    caption: `Posts of ${visit.organization.name}`,
    isCaptionHidden: true,
    isDense: true,
    columns: [
      canSelect && {
        label: "Selected",
        kind: "pick",
        cell: (post) => checkboxOf(post, picked.has(post.slug)),
      },
      { label: "Title", kind: "heading", cell: (post) => titleOf(visit, post) },
      { label: "Status", cell: (post) => statusTag(post, now) },
      { label: "Language", cell: ({ inLanguage }) => inLanguage },
      { label: "Words", kind: "number", cell: ({ wordCount }) => numberOf(wordCount) },
      { label: "Updated", cell: ({ updatedAt }) => relativeTime(updatedAt, now) },
    ],
    rows: posts,
  });
}

function titleOf(visit: Visit, post: StoredPost): Html {
  const { slug, name, inLanguage } = post;
  return html`<a lang="${inLanguage}" dir="auto" href="${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}">${name}</a>${detail(post)}`;
}

function checkboxOf(post: StoredPost, isChecked: boolean): Html {
  const pick = pickOf({ slug: post.slug, tag: postTag(post) });
  return html`<input type="checkbox" name="post" value="${pick}" aria-label="Select ${post.name}"${isChecked && html` checked`}>`;
}

function detail({ articleSection, tags = [] }: StoredPost): Html {
  const more = tags.length - shownTags;
  return html`<p class="hint"><bdi>${articleSection}</bdi>${tags.slice(0, shownTags).map((tag) => html` <bdi class="chip">${tag}</bdi>`)}${more > 0 && ` and ${more} more`}</p>`;
}
