import type { FeedPaths, Organization } from "../../../content/mod.ts";
import type { ApiOptions } from "../../api_options.ts";
import { publicApiAddress } from "../../../base/api_address.ts";

/** The addresses of an organization's feeds. */
export type FeedLinks = Required<FeedPaths>;

/** File name of each feed. */
const files: FeedLinks = { rss: "rss.xml", atom: "atom.xml", json: "feed.json" };

/**
 * Returns the addresses of the feeds: on the site if the organization sets their paths, or else of the API. Without `apiOrigin`,
 * an address of the API is a path, because the request's URL is not reliable behind proxies.
 *
 * @returns undefined if the organization has no feeds
 */
export function feedLinks(organization: Organization, options: ApiOptions): FeedLinks | undefined {
  const { feeds = false, siteUrl, slug } = organization;
  if (feeds === false) return undefined;
  const paths: FeedPaths = feeds === true ? {} : feeds;
  const link = (format: keyof FeedLinks): string => {
    const path = paths[format];
    return path === undefined
      ? publicApiAddress(options, "feed", slug, files[format])
      : new URL(siteUrl + path).href;
  };
  return { rss: link("rss"), atom: link("atom"), json: link("json") };
}
