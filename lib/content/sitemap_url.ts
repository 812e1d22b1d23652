import type { Organization } from "./content_source.ts";

/** Where the site shows the organization's sitemap. */
export function sitemapUrl(organization: Organization): string {
  return new URL(organization.sitemapUrl ?? `${organization.siteUrl}/sitemap.xml`).href;
}

/** Where the site shows the sitemap of the organization's posts. */
export function postSitemapUrl(organization: Organization): string {
  return new URL(organization.postSitemapUrl ?? `${organization.siteUrl}/sitemap-posts.xml`).href;
}
