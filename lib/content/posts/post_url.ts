import { decodePercent } from "../../base/text/decode_percent.ts";
import { wellFormed } from "../../base/text/well_formed.ts";
import type { Organization } from "../sources/content_source.ts";
import { normalAddress } from "../redirects/normal_address.ts";
import type { Post } from "./post_forms.ts";
import { webUrl } from "./web_url.ts";

/** The fields of an organization that give the addresses of its posts. */
export type Site = Pick<Organization, "siteUrl" | "postUrlTemplate">;

/** The fields of a post that give its canonical address. */
type CanonicalPost = Pick<Post, "slug" | "canonicalUrl">;

/** Returns the absolute URL of a post's page on the organization's site. */
export function postUrl({ siteUrl, postUrlTemplate }: Site, slug: string): string {
  // A host's slug may contain lone surrogates, which cannot be percent-encoded.
  return new URL(siteUrl + postUrlTemplate.replaceAll("{slug}", () => encodeURIComponent(wellFormed(slug))))
    .href;
}

/** Returns the slug of the post whose page has an address, in any equivalent spelling. Returns undefined for addresses of other pages. */
export function slugOfUrl(site: Site, address: string): string | undefined {
  const template = new URL(postUrl(site, placeholder));
  const parts = comparable(template.href, template).split(placeholder);
  const given = comparable(address, template);
  const length = (given.length - parts.join("").length) / (parts.length - 1);
  const start = parts[0]?.length ?? 0;
  const slug = given.slice(start, start + length);
  return length > 0 && parts.join(slug) === given ? slug : undefined;
}

/** A slug that no post has, because slugs contain no spaces. */
const placeholder = "a slug";

/**
 * Returns an address without the differences that lead to the same page. Sites decode reserved characters, too. The query counts only if the
 * template has a query.
 */
function comparable(address: string, template: URL): string {
  const { host, pathname, search } = new URL(normalAddress(address) ?? address);
  const path = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  return host + decodePercent(path) + (template.search === "" ? "" : decodePercent(search));
}

/** Returns the address of a post that search engines list: its canonical address, or else its page on the organization's site. */
export function canonicalUrlOf(site: Site, { slug, canonicalUrl }: CanonicalPost): string {
  return webUrl(canonicalUrl) ?? postUrl(site, slug);
}

/** True if the canonical address of a post is another page than its own. */
export function isCanonicalElsewhere(site: Site, post: CanonicalPost): boolean {
  const canonical = webUrl(post.canonicalUrl);
  return canonical !== undefined && slugOfUrl(site, canonical) !== post.slug;
}
