import { compareSitemaps } from "./compare_sitemaps.ts";
import { type PageDeps, readPage } from "./read_page.ts";
import type { SiteCheck } from "./site_check.ts";

/** Dependencies of {@link checkSite}. */
export type SiteCheckDeps = PageDeps;

/** An organization's site. */
export interface CheckedSite {
  siteUrl: string;
  /** URL at which the site shows the sitemap. */
  sitemapUrl: string;
  /** The sitemap as the API serves it. */
  ownSitemap: string;
}

/** Requests the site, its sitemap and its `robots.txt`. */
export async function checkSite(
  { siteUrl, sitemapUrl, ownSitemap }: CheckedSite,
  deps: SiteCheckDeps,
): Promise<SiteCheck> {
  const [site, sitemap, robots] = await Promise.all([
    readPage(siteUrl, deps),
    readPage(sitemapUrl, deps),
    readPage(new URL("/robots.txt", siteUrl).href, deps),
  ]);
  const isInRobots = robots.check.state === "ok" && { isInRobots: names(robots.text, sitemapUrl) };
  return {
    checkedAt: new Date(deps.clock.now()).toISOString(),
    site: site.check,
    sitemap: compareSitemaps(sitemap, ownSitemap),
    ...isInRobots,
  };
}

function names(robots: string, sitemapUrl: string): boolean {
  return robots.split("\n").some((line) => {
    const [field = "", ...value] = line.split(":");
    return field.trim().toLowerCase() === "sitemap" && value.join(":").trim() === sitemapUrl;
  });
}
