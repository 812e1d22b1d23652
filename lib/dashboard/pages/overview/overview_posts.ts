import { firstPosts, type StoredPost } from "../../../content/mod.ts";
import { emptyState } from "../../design/empty_state.ts";
import { card } from "../../design/card.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { relativeTime } from "../../format/relative_time.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { statusTag } from "../post_form/post_status.ts";

const shownPosts = 5;

/** Renders the posts that changed last, with their status. */
export async function changedPosts(visit: Visit): Promise<Html> {
  const { api, actor } = visit;
  const posts = await firstPosts(shownPosts, (page) =>
    api.admin.posts.list(actor, { sort: "-updatedAt", ...page }),
  );
  const now = api.options.clock.now();
  const body =
    posts.length === 0
      ? emptyState("file-text", "There are no posts yet.")
      : html`<ul class="recent">
${posts.map((post) => row(visit, post, now))}</ul>`;
  return card({
    title: "Latest changes",
    body,
    isFlush: true,
    beside: html`<a href="${pathTo(visit, "posts")}">All posts</a>`,
  });
}

function row(visit: Visit, post: StoredPost, now: number): Html {
  const { slug, name, articleSection, inLanguage, updatedAt } = post;
  return html`<li><div><a lang="${inLanguage}" dir="auto" href="${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}">${name}</a>
<p class="hint"><bdi>${articleSection}</bdi> · ${inLanguage} · ${relativeTime(updatedAt, now)}</p></div> ${statusTag(post, now)}</li>
`;
}
