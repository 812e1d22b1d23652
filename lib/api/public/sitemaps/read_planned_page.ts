import type { PreparedResponse } from "../../../http/mod.ts";
import { postAt, postBatches } from "../post_batches.ts";
import { toPostEntry } from "./sitemap_entry.ts";
import { SitemapPage } from "./sitemap_page.ts";
import type { PlannedPage } from "./sitemap_plans.ts";
import type { Sitemap } from "./walk_sitemap.ts";

/**
 * Reads a page of a sitemap, from its planned start to the start of the next page. So every post is on exactly one page, even if
 * posts were added or deleted after the plan was created.
 *
 * @returns undefined if the page does not exist, or its posts no longer fit on it
 */
export async function readPlannedPage(
  { reader, organization, type }: Sitemap,
  plan: readonly PlannedPage[],
  number: number,
): Promise<PreparedResponse | undefined> {
  const planned = plan[number - 1];
  if (planned === undefined) return undefined;
  const following = plan[number];
  const end = following && (await postAt(reader, organization.slug, following.start));
  const page = new SitemapPage(type);
  for await (const batch of postBatches(reader, organization.slug, planned.start)) {
    const { posts, publicity } = await reader.nameReferences(organization, batch);
    const index = end === undefined ? -1 : posts.findIndex(({ slug }) => slug === end.slug);
    for (const post of index === -1 ? posts : posts.slice(0, index)) {
      const entry = toPostEntry(organization, post, { publicity, now: reader.now });
      if (entry === undefined) continue;
      if (!page.add(entry)) return undefined;
    }
    page.flush();
    if (index !== -1) break;
  }
  return page.urls === 0 ? undefined : page.toResponse();
}
