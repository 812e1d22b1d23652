import type { Visit } from "./visit.ts";

/** Returns the paths of the organization's sitemaps at the API. */
export function sitemapPaths({ api, organization }: Visit): { organization: string; posts: string } {
  const base = `${api.options.basePath}/api/public/v1`;
  const slug = encodeURIComponent(organization.slug);
  return { organization: `${base}/sitemap/${slug}`, posts: `${base}/post/${slug}/sitemap` };
}
