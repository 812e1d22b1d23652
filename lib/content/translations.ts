import type { Organization, Post } from "./content_source.ts";
import { canonicalLanguageTag } from "./language_tag.ts";
import { postUrl } from "./post_url.ts";

/** Names the page of whoever reads none of the languages. It is no BCP 47 tag. */
export const anyoneElse = "x-default";

/** The page of a post in one language. */
export interface Alternate {
  hreflang: string;
  href: string;
}

/**
 * The pages of a post in all its languages, itself among them, in the order of their tags. Posts that declare the same translations
 * have the same alternates, each of them, as search engines ask. What makes no tag or no address is passed over; a post without
 * translations, or whose own language is not known, has no alternates.
 */
export function alternatesOf(organization: Organization, post: Post): Alternate[] {
  const translations = Object.entries(post.translations ?? {});
  if (translations.length === 0) return [];
  const own = canonicalLanguageTag(post.inLanguage ?? organization.language);
  if (own === undefined) return [];
  const pages = new Map<string, string>();
  for (const [tag, page] of translations) {
    const language = tag === anyoneElse ? tag : canonicalLanguageTag(tag);
    if (language !== undefined) pages.set(language, webUrl(page) ?? postUrl(organization, page));
  }
  const url = postUrl(organization, post.slug);
  const isNamed = [...pages].some(([language, page]) => page === url && language !== anyoneElse);
  if (!isNamed) pages.set(own, url);
  if (pages.size === 1) return [];
  const inOrder = [...pages].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return inOrder.map(([hreflang, href]) => ({ hreflang, href }));
}

/** The scheme and the host are spelled out: URL parsers also read ` http:example.com`. */
const webUrlForm = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#\s\\]+(?:[/?#][^\s\\]*)?$/;

/** Absolute http and https URLs as a JSON Schema pattern. */
export const webUrlPattern: string = webUrlForm.source;

/** Returns true for an absolute http or https URL as {@link webUrlPattern} describes it. */
export function isWebUrl(text: string): boolean {
  return webUrlForm.test(text) && webUrl(text) !== undefined;
}

/** The address that a text means on the web, percent-encoded, or undefined. */
export function webUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
}
