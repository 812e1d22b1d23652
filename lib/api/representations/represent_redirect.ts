import { isPostSlug, type Organization, type PostRedirect, postUrl } from "../../content/mod.ts";

/** A redirect from an earlier address of a post. */
export interface RedirectItem {
  /** Path of the earlier page on the site, or an absolute URL of another site. */
  from: string;
  /** Earlier slug, if the API redirects it, too. */
  fromSlug?: string;
  /** Path of the present page on the site. */
  to: string;
  /** Absolute URL of the present page. */
  url: string;
  /** Present slug of the post. */
  slug: string;
}

/** Represents a redirect. An earlier slug becomes the path that its page had. */
export function toRedirectItem(
  organization: Organization,
  { from, fromSlug, slug }: PostRedirect,
): RedirectItem {
  const url = postUrl(organization, slug);
  const to = pathOf(url);
  if (isPostSlug(from)) return { from: pathOf(postUrl(organization, from)), fromSlug: from, to, url, slug };
  return { from, ...(fromSlug === undefined ? {} : { fromSlug }), to, url, slug };
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
