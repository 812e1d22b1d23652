import type { StoredPost } from "../../../content/mod.ts";
import { card } from "../../design/card.ts";
import { html, type Html } from "../../../base/text/html.ts";
import type { CountedSlug } from "../../../store/daily_counts/mod.ts";
import type { InsightReport } from "../../../api/mod.ts";
import { type Ranked, ranking } from "../../design/charts/ranking.ts";
import { numberOf } from "../../format/format.ts";
import { pathTo, type Visit } from "../../visit.ts";

const mostRows = 10;

/** Renders the posts that were read most, with their titles. */
export async function readPosts(
  visit: Visit,
  { posts, otherPosts }: Pick<InsightReport, "posts" | "otherPosts">,
): Promise<Html> {
  const counted = posts.slice(0, mostRows);
  const slugs = counted.map(({ slug }) => slug);
  const heads = await visit.api.admin.posts.getHeads(visit.actor, slugs);
  const shown = counted.map((one) =>
    rankedPost(
      visit,
      one,
      heads.find(({ slug }) => slug === one.slug),
    ),
  );
  const rest = posts.slice(mostRows).reduce((sum, { requests }) => sum + requests, otherPosts);
  return card({
    title: "Posts most read",
    body: html`${shown.length === 0 ? html`<p class="hint">No post was read.</p>` : ranking(shown, "reads")}
${rest > 0 && html`<p class="hint">Further posts were read ${timesOf(rest)}.</p>`}`,
  });
}

/** Renders the slugs without a post that were requested most. */
export function missingPosts({
  notFound,
  otherNotFound,
}: Pick<InsightReport, "notFound" | "otherNotFound">): Html {
  const shown = notFound
    .slice(0, mostRows)
    .map(({ slug, requests }) => ({ name: html`<code dir="auto">${slug}</code>`, count: requests }));
  const rest = notFound.slice(mostRows).reduce((sum, { requests }) => sum + requests, otherNotFound);
  return card({
    title: "Posts not found",
    body: html`${
      shown.length === 0
        ? html`<p class="hint">Every requested post exists.</p>`
        : html`<p class="hint">Requested addresses without a public post. If a post has moved, add a redirect from its earlier address.</p>
${ranking(shown, "requests")}`
    }
${rest > 0 && html`<p class="hint">Further addresses were requested ${timesOf(rest)}.</p>`}`,
  });
}

/** @param post undefined if it no longer exists or the host keeps it */
function rankedPost(visit: Visit, { slug, requests }: CountedSlug, post: StoredPost | undefined): Ranked {
  if (post === undefined) return { name: html`<code>${slug}</code>`, count: requests };
  const href = pathTo(visit, `posts/${encodeURIComponent(slug)}`);
  return {
    name: html`<a lang="${post.inLanguage}" dir="auto" href="${href}">${post.name}</a>`,
    count: requests,
  };
}

function timesOf(count: number): string {
  return count === 1 ? "once" : `${numberOf(count)} times`;
}
