/**
 * JSON-LD for schema.org's Article and FAQPage.
 *
 * @module
 */
export { type ArticleInput, type ArticleJsonLd, toArticle } from "./article.ts";
export { type FaqPageJsonLd, type FaqPageOptions, type QuestionAndAnswer, toFaqPage } from "./faq_page.ts";
export { type StructuredDataWarning, structuredDataWarnings } from "./structured_data_warnings.ts";
export { toScriptTag } from "./to_script_tag.ts";
