import { alternatesOf, type Organization, type Post, postUrl, webUrl } from "../../content/mod.ts";
import { lastModified, type SitemapEntry } from "../../sitemap/mod.ts";

/** How long an address in a sitemap may be (sitemaps.org 0.9: less than 2,048 characters). */
const longestLoc = 2047;

/** The entry of the organization's site. */
export function toRootEntry({ siteUrl }: Organization, lastmod: number | undefined): SitemapEntry {
  const loc = new URL(`${siteUrl}/`).href;
  return lastmod === undefined ? { loc } : { loc, lastmod };
}

/** The entry of a post; undefined for one whose address is longer than a sitemap can hold. */
export function toPostEntry(organization: Organization, post: Post, now: number): SitemapEntry | undefined {
  const entry: SitemapEntry = { loc: postUrl(organization, post.slug) };
  if (entry.loc.length > longestLoc) return undefined;
  const lastmod = lastModified(post, now);
  const alternates = alternatesOf(organization, post);
  const image = webUrl(post.image ?? "");
  if (lastmod !== undefined) entry.lastmod = lastmod;
  if (alternates.length > 0) entry.alternates = alternates;
  if (image !== undefined) entry.images = [image];
  return entry;
}
