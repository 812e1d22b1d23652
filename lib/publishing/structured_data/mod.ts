/**
 * JSON-LD for schema.org's Article and FAQPage, and FAQ entries as HTML.
 *
 * @module
 */
export { type ArticleInput, type ArticleJsonLd, toArticle } from "./article.ts";
export type { ArticleProperties } from "./article_properties.ts";
export { type FaqListOptions, toFaqHtml } from "./to_faq_html.ts";
export { type FaqPageJsonLd, type FaqPageOptions, type QuestionAndAnswer, toFaqPage } from "./faq_page.ts";
export type { HeadingLevel } from "./heading_level.ts";
export { type StructuredDataWarning, structuredDataWarnings } from "./structured_data_warnings.ts";
export { toScriptTag } from "./to_script_tag.ts";
