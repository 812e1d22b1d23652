import { postUrl, type Site, slugOfUrl } from "../posts/post_url.ts";
import { isPostSlug, slugToFind } from "../posts/slug.ts";
import { afterOrigin, normalAddress } from "./normal_address.ts";

/** Returns the normal form of an address, see {@link normalAddress}. The URL of a page of the site is its path. */
export function addressOn({ siteUrl }: Site, text: string): string | undefined {
  const address = normalAddress(text);
  if (address === undefined || isPostSlug(address) || address.startsWith("/")) return address;
  const { host, username } = new URL(address);
  const path = normalAddress(afterOrigin(address));
  return host === new URL(siteUrl).host && username === "" ? (path ?? address) : address;
}

/** Returns the slug of the post whose page has an address. A query makes it the address of another page. */
export function slugAt(site: Site, address: string): string | undefined {
  if (isPostSlug(address)) return address;
  const url = new URL(address, site.siteUrl);
  const slug = url.search === "" ? slugOfUrl(site, url.href) : undefined;
  return slug === undefined ? undefined : slugToFind(slug);
}

/** Returns the addresses of a post's page: its slug, and its path with and without a slash at the end. */
export function addressesAt(site: Site, slug: string): string[] {
  const path = afterOrigin(postUrl(site, slug));
  const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  return [slug, path, other].flatMap((address) => normalAddress(address) ?? []);
}

/**
 * Returns the slug that an earlier path of a post contains. It is the path of a page, or a path of one part such as `/old-slug/`. The path of the
 * site may be missing.
 */
export function slugInPath(site: Site, path: string): string | undefined {
  if (!path.startsWith("/")) return undefined;
  const { origin } = new URL(site.siteUrl);
  const sites = [site, { ...site, siteUrl: origin }, { siteUrl: origin, postUrlTemplate: "/{slug}" }];
  for (const one of sites) {
    const slug = slugAt(one, path);
    if (slug !== undefined) return slug;
  }
  return undefined;
}
