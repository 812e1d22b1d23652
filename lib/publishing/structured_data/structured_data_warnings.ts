import { withoutInvisible } from "../../base/text/format_characters.ts";
import type { ArticleJsonLd } from "./article.ts";

/** Maximum length of a headline, in characters, that search results show in full. */
export const longestHeadline = 110;

/** A property that search engines recommend and that is missing or unsuitable in valid structured data. */
export interface StructuredDataWarning {
  /** JSON pointer into `{ article, faqPage }`. */
  pointer: string;
  message: string;
}

/**
 * Returns warnings about a post's structured data. They cover the properties that Google recommends for an Article
 * (https://developers.google.com/search/docs/appearance/structured-data/article), and a FAQ page with only one pair.
 *
 * @param article the result of `toArticle`
 * @param faqPairs number of the post's FAQ entries
 *
 * @example
 * ```ts
 * import { structuredDataWarnings, toArticle } from "postern/structured-data";
 *
 * const warnings = structuredDataWarnings(toArticle({ name: "Hello", speakable: ["h1"] }), 0);
 * warnings.length; // 4
 * ```
 */
export function structuredDataWarnings(article: ArticleJsonLd, faqPairs: number): StructuredDataWarning[] {
  const { headline, image, author, description, datePublished, dateModified } = article;
  const warnings: StructuredDataWarning[] = [];
  const warn = (name: string, message: string): number => warnings.push({ pointer: `/${name}`, message });
  if (image === undefined) warn("article/image", "is missing: search results show no picture");
  if (author === undefined) warn("article/author", "is missing: set the post's author");
  if (description === undefined) warn("article/description", "is missing: search engines generate one");
  if (withoutInvisible(headline).length > longestHeadline) {
    warn("article/headline", `is longer than ${longestHeadline} characters: it may be cut off`);
  }
  if (datePublished === undefined)
    warn("article/datePublished", "is missing: set publishedAt to the date of publication");
  else if (dateModified !== undefined && Date.parse(dateModified) < Date.parse(datePublished)) {
    warn("article/dateModified", "is before datePublished");
  }
  if (faqPairs === 1) warn("faqPage", "is omitted: the post has one question with an answer, but needs two");
  return warnings;
}
