import type { Organization } from "../sources/content_source.ts";

/** Returns the URL at which the site shows the organization's sitemap. */
export function sitemapUrl(organization: Organization): string {
  return new URL(organization.sitemapUrl ?? `${organization.siteUrl}/sitemap.xml`).href;
}

/** Returns the URL at which the site shows the sitemap of the organization's posts. */
export function postSitemapUrl(organization: Organization): string {
  return new URL(organization.postSitemapUrl ?? `${organization.siteUrl}/sitemap-posts.xml`).href;
}
