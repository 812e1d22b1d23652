/**
 * The representations of organizations and posts over HTTP, and their schemas.
 *
 * @module
 */
export { postDates } from "./post_dates.ts";
export type { PostItem } from "../../content/mod.ts";
export type { SinglePost } from "./post_schema.ts";
export type { RedirectItems } from "./redirect_schema.ts";
export type { RedirectItem } from "./represent_redirect.ts";
export type { FaqItem, FaqList, OrganizationFaqPage } from "./represent_faq.ts";
export type { PublicOrganization } from "./represent_organization.ts";
export { toSinglePost } from "./represent_post.ts";
export type { SitemapPages, SitemapUrl, SitemapUrls } from "./represent_sitemap.ts";
export type { AuthorList, TagList } from "./tally_schema.ts";
export type {
  ContextPassage,
  KnowledgeResult,
  KnowledgeResults,
  KnowledgeText,
  KnowledgeTexts,
  RelatedPosts,
  SearchContext,
  SearchPassage,
  SearchResult,
  SearchResults,
  SearchSuggestion,
  SearchSuggestions,
} from "./search_schema.ts";
export type { EventList } from "./event_schema.ts";
