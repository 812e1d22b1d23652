/**
 * Output for crawlers and readers' programs: JSON-LD, sitemaps, feeds, llms.txt, components.
 *
 * @module
 */
export type { Feed, FeedEntry } from "./feeds/feed.ts";
export type { FeedHead, FeedWriter } from "./feeds/feed_writer.ts";
export type { JsonFeed, JsonFeedAuthor, JsonFeedItem } from "./feeds/json_feed.ts";
export { LlmsFullWriter } from "./feeds/llms_full_writer.ts";
export { atomWriter, toAtom } from "./feeds/to_atom.ts";
export { jsonFeedWriter, toJsonFeed } from "./feeds/to_json_feed.ts";
export { type LlmsTxt, type LlmsTxtLink, toLlmsTxt } from "./feeds/to_llms_txt.ts";
export { rssWriter, toRss } from "./feeds/to_rss.ts";
export { absoluteAddresses } from "./html_addresses/absolute_addresses.ts";
export { findAddresses, type FoundAddress } from "./html_addresses/find_addresses.ts";
export { rewriteAddresses } from "./html_addresses/rewrite_addresses.ts";
export type { AddressSpan } from "./html_addresses/srcset.ts";
export { lastModified, latestModified, rootLastModified } from "./sitemap/lastmod.ts";
export type { SitemapAlternate, SitemapEntry } from "./sitemap/sitemap_entry.ts";
export { type SitemapIndexEntry, toSitemapIndex } from "./sitemap/to_sitemap_index.ts";
export { toUrlset } from "./sitemap/to_urlset.ts";
export { UrlsetWriter } from "./sitemap/urlset_writer.ts";
export { type ArticleInput, type ArticleJsonLd, toArticle } from "./structured_data/article.ts";
export {
  articleProperties,
  type ArticleProperties,
  postProperties,
} from "./structured_data/article_properties.ts";
export {
  type FaqPageJsonLd,
  type QuestionJsonLd,
  toFaqPage,
  toQuestion,
} from "./structured_data/faq_page.ts";
export { toBreadcrumbList, toOrganization } from "./structured_data/page_json_ld.ts";
export {
  longestHeadline,
  type StructuredDataWarning,
  structuredDataWarnings,
} from "./structured_data/structured_data_warnings.ts";
export { toScriptTag } from "./structured_data/to_script_tag.ts";
