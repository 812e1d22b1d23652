import type { Visit } from "./visit.ts";
import { publicApiRoot } from "../public_api_root.ts";

/** Returns the paths of the organization's sitemaps at the API. */
export function sitemapPaths({ api, organization }: Visit): { organization: string; posts: string } {
  const base = `${api.options.basePath}${publicApiRoot}`;
  const slug = encodeURIComponent(organization.slug);
  return { organization: `${base}/sitemap/${slug}`, posts: `${base}/post/${slug}/sitemap` };
}
