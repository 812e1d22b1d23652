import type { Organization } from "./content_source.ts";

/** Returns the absolute URL of a post's page on the organization's site. */
export function postUrl({ siteUrl, postUrlTemplate }: Organization, slug: string): string {
  // A host's slug may contain lone surrogates, which cannot be percent-encoded.
  const wellFormed = slug.replace(/\p{Surrogate}/gu, "\ufffd");
  return new URL(siteUrl + postUrlTemplate.replaceAll("{slug}", () => encodeURIComponent(wellFormed))).href;
}
