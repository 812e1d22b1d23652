import type { Organization, Post } from "./content_source.ts";
import { canonicalLanguageTag } from "../language_tag.ts";
import { postUrl } from "./post_url.ts";
import { webUrl } from "./web_url.ts";

/** Tag of the page for all other languages. It is not a BCP 47 tag. */
export const fallbackTag = "x-default";

/** The page of a post in one language. */
export interface Alternate {
  hreflang: string;
  href: string;
}

/**
 * Returns the pages of a post in all its languages, including its own, sorted by tag. Posts with the same `translations` have
 * the same alternates, as search engines require. Invalid tags are ignored. The list is empty if the post has no translations, or
 * its own language tag is invalid.
 */
export function alternatesOf(organization: Organization, post: Post): Alternate[] {
  const translations = Object.entries(post.translations ?? {});
  if (translations.length === 0) return [];
  const own = canonicalLanguageTag(post.inLanguage ?? organization.language);
  if (own === undefined) return [];
  const pages = new Map<string, string>();
  for (const [tag, page] of translations) {
    const language = tag === fallbackTag ? tag : canonicalLanguageTag(tag);
    if (language !== undefined) pages.set(language, webUrl(page) ?? postUrl(organization, page));
  }
  const url = postUrl(organization, post.slug);
  const isNamed = [...pages].some(([language, page]) => page === url && language !== fallbackTag);
  if (!isNamed) pages.set(own, url);
  if (pages.size === 1) return [];
  const inOrder = [...pages].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return inOrder.map(([hreflang, href]) => ({ hreflang, href }));
}
