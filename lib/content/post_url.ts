import type { Organization } from "./content_source.ts";

/** The absolute URL of a post's page on the organization's site. */
export function postUrl({ siteUrl, postUrlTemplate }: Organization, slug: string): string {
  return new URL(siteUrl + postUrlTemplate.replaceAll("{slug}", () => encodeURIComponent(slug))).href;
}
