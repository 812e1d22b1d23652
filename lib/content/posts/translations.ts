import type { Organization } from "../sources/content_source.ts";
import type { Post } from "./post_forms.ts";
import { canonicalLanguageTag } from "../../base/text/language_tag.ts";
import { postUrl, slugOfUrl } from "./post_url.ts";
import { webUrl } from "./web_url.ts";

/** Tag of the page for all other languages. It is not a BCP 47 tag. */
export const fallbackTag = "x-default";

/** The page of a post in one language. */
export interface Alternate {
  hreflang: string;
  href: string;
}

/** True for the slugs of public posts, false for those of drafts, scheduled and archived posts. Other slugs are left out. */
export type Publicity = ReadonlyMap<string, boolean>;

/** A page that the translations of a post name. */
interface NamedPage {
  language: string;
  href: string;
  /** Slug of the post whose page it is, or undefined for other pages. */
  slug: string | undefined;
  /** True if it is named by its address, which can be the address of a page that is no post. */
  isAddress: boolean;
}

/** Returns the slugs of other posts that the translations of a post name, by slug or by address. */
export function translationSlugs(
  organization: Organization,
  post: Post,
): { named: string[]; linked: string[] } {
  const others = pagesOf(organization, post).filter(({ slug }) => slug !== post.slug);
  const slugsOf = (isAddress: boolean): string[] =>
    others.flatMap((page) => (page.isAddress === isAddress ? (page.slug ?? []) : []));
  return { named: slugsOf(false), linked: slugsOf(true) };
}

/** Returns the slugs of the posts that others name, each once: by slug and by address, or only by address. */
export function slugsNamedBy(
  organization: Organization,
  posts: readonly Post[],
  { onlyLinked = false }: { onlyLinked?: boolean } = {},
): string[] {
  const slugs = posts.flatMap((post) => {
    const { named, linked } = translationSlugs(organization, post);
    return onlyLinked ? linked : [...named, ...linked];
  });
  return [...new Set(slugs)];
}

/**
 * Returns the pages of a post in all its languages, including its own, sorted by tag. Posts with the same `translations` have
 * the same alternates, as search engines require. Translations that are not public are left out, and so are invalid tags. The list is
 * empty if the post has no translations, or its own language tag is invalid.
 */
export function alternatesOf(organization: Organization, post: Post, publicity: Publicity): Alternate[] {
  const own = canonicalLanguageTag(post.inLanguage ?? organization.language);
  if (own === undefined) return [];
  const url = postUrl(organization, post.slug);
  const pages = new Map<string, string>();
  for (const { language, href, slug, isAddress } of pagesOf(organization, post)) {
    const isPublic = slug === undefined || slug === post.slug ? true : publicity.get(slug);
    if (isPublic ?? isAddress) pages.set(language, href);
  }
  const isNamed = [...pages].some(([language, page]) => page === url && language !== fallbackTag);
  if (pages.size > 0 && !isNamed) pages.set(own, url);
  if (pages.size <= 1) return [];
  const inOrder = [...pages].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return inOrder.map(([hreflang, href]) => ({ hreflang, href }));
}

function pagesOf(organization: Organization, { translations }: Post): NamedPage[] {
  return Object.entries(translations ?? {}).flatMap(([tag, page]) => {
    const language = tag === fallbackTag ? tag : canonicalLanguageTag(tag);
    if (language === undefined) return [];
    const address = webUrl(page);
    if (address === undefined)
      return { language, href: postUrl(organization, page), slug: page, isAddress: false };
    return { language, href: address, slug: slugOfUrl(organization, address), isAddress: true };
  });
}
