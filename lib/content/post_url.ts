import type { Organization } from "./content_source.ts";

/** The absolute URL of a post's page on the organization's site. */
export function postUrl({ siteUrl, postUrlTemplate }: Organization, slug: string): string {
  // A host's slug may hold half a character, which no URL can.
  const wellFormed = slug.replace(/\p{Surrogate}/gu, "\ufffd");
  return new URL(siteUrl + postUrlTemplate.replaceAll("{slug}", () => encodeURIComponent(wellFormed))).href;
}
