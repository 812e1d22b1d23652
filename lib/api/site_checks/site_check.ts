/**
 * The result of a request for a page.
 * - `ok`: status 200.
 * - `refused`: the URL may not be requested, such as one in a private network.
 * - `unavailable`: this server cannot request pages.
 */
export type PageState = "ok" | "status" | "unreachable" | "redirects" | "refused" | "unavailable";

/**
 * The result of a request for the sitemap.
 * - `html`: the site shows a web page there.
 * - `no-sitemap`: the response is neither a web page nor a sitemap.
 * - `foreign`: a sitemap without the addresses of this organization.
 * - `partial`: some addresses are missing, such as after a change in a cached sitemap.
 */
export type SitemapState = PageState | "html" | "no-sitemap" | "foreign" | "partial";

/** A page that was requested. */
export interface PageCheck<State = PageState> {
  state: State;
  /** The requested URL. */
  url: string;
  /** The last URL, if it redirected. */
  finalUrl?: string;
  /** HTTP status, if there was a response. */
  status?: number;
  /** Value of the header `Content-Type`. */
  contentType?: string;
  /** The reason, if there was no response. */
  reason?: string;
}

/** The sitemap that was requested. */
export interface SitemapCheck extends PageCheck<SitemapState> {
  /** Number of addresses of the organization's own sitemap, and how many of them the site shows. */
  expected?: number;
  found?: number;
}

/** The result of a check. */
export interface SiteCheck {
  /** RFC 3339. */
  checkedAt: string;
  site: PageCheck;
  sitemap: SitemapCheck;
  /** True if the site's `robots.txt` names the sitemap. Left out if it could not be read. */
  isInRobots?: boolean;
}
