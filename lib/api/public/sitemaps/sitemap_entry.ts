import {
  alternatesOf,
  isCanonicalElsewhere,
  type Organization,
  type Post,
  postUrl,
  type Publicity,
  webUrl,
} from "../../../content/mod.ts";
import { postDates } from "../../representations/post_dates.ts";
import type { SitemapEntry } from "../../../publishing/mod.ts";

/** Maximum length of a URL in a sitemap (sitemaps.org 0.9: less than 2,048 characters). */
const longestLoc = 2047;

export function toRootEntry({ siteUrl }: Organization, lastmod: number | undefined): SitemapEntry {
  const loc = new URL(`${siteUrl}/`).href;
  return lastmod === undefined ? { loc } : { loc, lastmod };
}

/**
 * Returns the entry of a post. It is undefined if the URL is too long for a sitemap, or if the canonical address is another page. Search engines take
 * each URL of a sitemap as canonical.
 */
export function toPostEntry(
  organization: Organization,
  post: Post,
  { publicity, now }: { publicity: Publicity; now: number },
): SitemapEntry | undefined {
  const entry: SitemapEntry = { loc: postUrl(organization, post.slug) };
  if (entry.loc.length > longestLoc || isCanonicalElsewhere(organization, post)) return undefined;
  const { lastmod } = postDates(post, now);
  const alternates = alternatesOf(organization, post, publicity);
  const image = webUrl(post.image);
  if (lastmod !== undefined) entry.lastmod = lastmod;
  if (alternates.length > 0) entry.alternates = alternates;
  if (image !== undefined) entry.images = [image];
  return entry;
}
