/**
 * The representations of organizations and posts over HTTP, and their schemas.
 *
 * @module
 */
export type { PostItem } from "../../content/mod.ts";
export type { SinglePost } from "./post_schema.ts";
export type { RedirectItems } from "./redirect_schema.ts";
export type { RedirectItem } from "./represent_redirect.ts";
export type { FaqList, OrganizationFaqPage } from "./represent_faq.ts";
export type { PublicOrganization } from "./represent_organization.ts";
export type { SitemapPages, SitemapUrls } from "./represent_sitemap.ts";
export type { AuthorList, TagList } from "./tally_schema.ts";
export type {
  KnowledgeResults,
  KnowledgeTexts,
  RelatedPosts,
  SearchContext,
  SearchResults,
  SearchSuggestions,
} from "./search_schema.ts";
export type { EventList } from "./event_schema.ts";
