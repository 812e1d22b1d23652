import { longestHeadline } from "../longest_headline.ts";
import type { ArticleJsonLd } from "./article.ts";

/** Something that a search engine would miss in a post's structured data, though it is valid. */
export interface StructuredDataWarning {
  /** JSON pointer into `{ article, faqPage }`. */
  pointer: string;
  message: string;
}

/**
 * What would make a post's structured data better understood: the properties that Google recommends for an Article
 * (https://developers.google.com/search/docs/appearance/structured-data/article), and a FAQ page that is one pair short.
 *
 * @param article what `toArticle` made
 * @param faqPairs how many FAQ entries the post has
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
  if (image === undefined) warn("article/image", "is missing: results are shown without a picture");
  if (author === undefined) warn("article/author", "is missing: name who wrote the post");
  if (description === undefined) warn("article/description", "is missing: search engines make one up");
  if (headline.length > longestHeadline) {
    warn("article/headline", `is longer than ${longestHeadline} characters: it may be cut off`);
  }
  if (datePublished === undefined)
    warn("article/datePublished", "is missing: set publishedAt to the date of publication");
  else if (dateModified !== undefined && Date.parse(dateModified) < Date.parse(datePublished)) {
    warn("article/dateModified", "is before datePublished");
  }
  if (faqPairs === 1) warn("faqPage", "is left out: the post has one question with an answer, and needs two");
  return warnings;
}
