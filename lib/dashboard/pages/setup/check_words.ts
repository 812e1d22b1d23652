import type { PageCheck, SitemapCheck, SiteCheck } from "../../../api/mod.ts";
import { connectionWords } from "../../format/connection_words.ts";
import { numberOf } from "../../format/format.ts";

/** Returns the result of a request for the site, and the next step, in words. */
export function siteWords(site: PageCheck): string {
  return pageWords(site, "The site");
}

/** Returns the result of a request for the sitemap, and the next step, in words. */
export function sitemapWords(sitemap: SitemapCheck): string {
  const { state, expected = 0, found = 0, contentType } = sitemap;
  switch (state) {
    case "ok":
      return `The site shows the sitemap with ${expected === 1 ? "its address" : `all ${numberOf(expected)} addresses`}.`;
    case "partial":
      return `The site shows the sitemap, but ${numberOf(expected - found)} of ${numberOf(expected)} addresses are missing. A cache may hold an earlier version: check again later.`;
    case "foreign":
      return "The site shows another sitemap, which lists none of the posts. Let the proxy rule replace it, or set another address of the sitemap in the settings.";
    case "html":
      return `The site shows a web page (${contentType ?? "HTML"}) instead of the sitemap, so the proxy rule is missing. Add it.`;
    case "no-sitemap":
      return `The response (${contentType ?? "without a content type"}) is not a sitemap. Check that the proxy rule leads to the API.`;
    case "status":
      if (sitemap.status === 404) {
        return "The site has no page at this address (status 404), so the proxy rule is missing. Add it.";
      }
      if ([502, 503, 504].includes(sitemap.status ?? 0)) {
        return `The site's proxy does not reach the API (status ${sitemap.status}). Check the address in the proxy rule.`;
      }
      break;
    case "unreachable":
    case "redirects":
    case "refused":
    case "unavailable":
      break;
  }
  return pageWords({ ...sitemap, state }, "The sitemap");
}

function pageWords({ state, status, reason = "" }: PageCheck, what: string): string {
  switch (state) {
    case "ok":
      return `${what} responds.`;
    case "status":
      return status === 401 || status === 403
        ? `${what} refuses the request with status ${status}. Let everybody read it, also programs.`
        : `${what} responds with status ${status}. Check it in a browser.`;
    case "unreachable":
      return `${what} does not respond: ${connectionWords(reason)}. Check the address in the settings, and that the site is online.`;
    case "redirects":
      return `${what} redirects too often. Set its last address in the settings.`;
    case "refused":
      return `${what} cannot be requested: ${reason}. This server requests public addresses only.`;
    case "unavailable":
      break;
  }
  return "This server cannot request pages, so nothing was checked. Ask its operator.";
}

/** Returns true if the site responds at its present address. */
export function isSiteChecked(check: SiteCheck | undefined, siteUrl: string): boolean {
  return check?.site.state === "ok" && check.site.url === siteUrl;
}

/** Returns true if the site shows the sitemap at its present address. */
export function isSitemapChecked(check: SiteCheck | undefined, sitemapUrl: string): boolean {
  return (
    (check?.sitemap.state === "ok" || check?.sitemap.state === "partial") && check.sitemap.url === sitemapUrl
  );
}
