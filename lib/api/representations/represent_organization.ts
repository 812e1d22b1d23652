import { type Organization, postSitemapUrl, sitemapUrl, webUrl } from "../../content/mod.ts";

/** An organization as everyone sees it. Unknown fields are left out. */
export interface PublicOrganization {
  slug: string;
  name: string;
  /** Absolute URL of the site. */
  url: string;
  /** BCP 47 tag. */
  language: string;
  description?: string;
  logo?: string;
  sameAs?: readonly string[];
  sitemaps: { site: string; posts: string };
  /** Addresses of the feeds, if the organization has feeds. */
  feeds?: { rss: string; atom: string; json: string };
  /** Address of the overview for language models, if the organization has feeds. */
  llmsTxt?: string;
  /** Address of the posts' content for language models, if the organization has feeds. */
  llmsFullTxt?: string;
}

/** Addresses that depend on the options of the API. */
export type OrganizationLinks = Pick<PublicOrganization, "feeds" | "llmsTxt" | "llmsFullTxt">;

/** Represents the public fields of an organization. */
export function toPublicOrganization(
  organization: Organization,
  links: OrganizationLinks,
): PublicOrganization {
  const { slug, name, siteUrl, language, description } = organization;
  const logo = webUrl(organization.logo);
  const sameAs = servedSameAs(organization);
  return {
    slug,
    name,
    url: siteUrl,
    language,
    ...(description === undefined ? {} : { description }),
    ...(logo === undefined ? {} : { logo }),
    ...(sameAs.length === 0 ? {} : { sameAs }),
    sitemaps: { site: sitemapUrl(organization), posts: postSitemapUrl(organization) },
    ...links,
  };
}

/** Returns the http and https URLs of other pages about an organization. */
export function servedSameAs({ sameAs = [] }: Organization): readonly string[] {
  return sameAs.flatMap((url) => webUrl(url) ?? []);
}
