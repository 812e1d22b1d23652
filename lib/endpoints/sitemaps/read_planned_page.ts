import { type PreparedResponse, lastModifiedHeader } from "../../exchange/prepared_response.ts";
import { postAt, postBatches } from "../post_batches.ts";
import { toPostEntry } from "./sitemap_entry.ts";
import { SitemapPage } from "./sitemap_page.ts";
import type { PlannedPage } from "./sitemap_plans.ts";
import type { Sitemap } from "./walk_sitemap.ts";

/**
 * Reads one page of a sitemap from where the plan says that it begins to where the next one does. So every post is on one page,
 * even when posts came and went since the plan was made.
 *
 * @returns undefined when there is no such page, or what is there now no longer fits into the plan
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
  // No valid time is 0.
  let latest = 0;
  for await (const { posts } of postBatches(reader, organization.slug, planned.start)) {
    const index = end === undefined ? -1 : posts.findIndex(({ slug }) => slug === end.slug);
    for (const post of index === -1 ? posts : posts.slice(0, index)) {
      const entry = toPostEntry(organization, post, reader.now);
      if (entry === undefined) continue;
      if (!page.add(entry)) return undefined;
      latest = Math.max(latest, entry.lastmod ?? 0);
    }
    page.flush();
    if (index !== -1) break;
  }
  if (page.urls === 0) return undefined;
  return page.toResponse(lastModifiedHeader(latest === 0 ? undefined : latest));
}
