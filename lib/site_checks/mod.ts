/**
 * Checks of an organization's site, by requesting it: does it respond, and does it show the sitemap?
 *
 * @module
 */
export { checkSite, type SiteCheckDeps } from "./check_site.ts";
export type { PageCheck, PageState, SiteCheck, SitemapCheck, SitemapState } from "./site_check.ts";
