/**
 * The resources over HTTP, and their client. The endpoints of the public API and the admin API.
 *
 * @module
 */
export { EventStreams } from "./public/events/event_streams.ts";
export { createAdminHandler, createPublicHandler } from "./public/create_handlers.ts";
export { loadDocumentation } from "./documentation/load_documentation.ts";
export { loadSearch } from "./public/search/load_search.ts";
export type { RebuiltSearchIndex, RebuiltSearchIndexes } from "./public/search/rebuilt_search_indexes.ts";
export { SearchIndexes } from "./public/search/search_indexes.ts";
export type { EndpointDeps } from "./public/endpoint_deps.ts";
export { toAdminProblem } from "./admin/to_admin_problem.ts";
export { SitemapPlans } from "./public/sitemaps/sitemap_plans.ts";
export { Statistics } from "./public/statistics/statistics.ts";
export { Admin, type OrganizationOfUser, type OrganizationsOfUser } from "./actions/admin.ts";
export { isPermitted, knownOrganization, requirePermitted, type AdminActor } from "./actions/admin_actor.ts";
export { GrantRefusedError, MissingPermissionError } from "./actions/admin_errors.ts";
export { type AdminPostAddress } from "./actions/admin_post_address.ts";
export { type AdminKeyAddress, type OwnKeyInput } from "./actions/api_key_actions.ts";
export { type PostFaqExplanation } from "./actions/explain_html.ts";
export { type FaqTrial, type TriedText } from "./actions/faq_trials.ts";
export { mostUploadBytes, type PostImport } from "./actions/import_actions.ts";
export { ImportRefusedError } from "./actions/imports/import_errors.ts";
export { type ImportJob, type ImportRemark } from "./actions/imports/import_job.ts";
export { type InsightQuery } from "./actions/insight_actions.ts";
export { type AdminTextAddress } from "./actions/knowledge_actions.ts";
export {
  type AddedMember,
  type AdminInvitationAddress,
  type AdminMemberAddress,
  type NewMember,
} from "./actions/member_actions.ts";
export { type OrganizationChanges } from "./actions/organization_actions.ts";
export { type PostConditions } from "./actions/post_actions.ts";
export { type PostPreview } from "./actions/post_preview.ts";
export { type PostUpload } from "./actions/post_upload.ts";
export {
  type AdminSearchPage,
  type AdminSearchQuery,
  type AdminSearchResult,
} from "./actions/search_actions.ts";
export { type Setup } from "./actions/setup_actions.ts";
export { type AdminWebhookAddress } from "./actions/webhook_actions.ts";
export { type WorkingCopyPreview } from "./actions/working_copy_actions.ts";
export { insightCsv } from "./insight/insight_csv.ts";
export {
  requestsOf,
  type InsightReport,
  type InsightRow,
  type KeyInsight,
  type Statuses,
} from "./insight/insight_report.ts";
export { mostMessages, tooLarge } from "./mcp/json_rpc.ts";
export { type McpOptions } from "./mcp/mcp.ts";
export { type Mcp, type McpBackend } from "./mcp/mcp_backend.ts";
export { readFrame, refusedFrame, type Frame } from "./mcp/read_frame.ts";
export { postDates } from "./representations/post_dates.ts";
export { type SinglePost } from "./representations/post_schema.ts";
export { type RedirectItems } from "./representations/redirect_schema.ts";
export { type FaqItem, type FaqList, type OrganizationFaqPage } from "./representations/represent_faq.ts";
export { type PublicOrganization } from "./representations/represent_organization.ts";
export { toSinglePost } from "./representations/represent_post.ts";
export { type RedirectItem } from "./representations/represent_redirect.ts";
export { type SitemapPages, type SitemapUrl, type SitemapUrls } from "./representations/represent_sitemap.ts";
export {
  type ContextPassage,
  type KnowledgeResult,
  type KnowledgeResults,
  type KnowledgeText,
  type KnowledgeTexts,
  type RelatedPosts,
  type SearchContext,
  type SearchPassage,
  type SearchResult,
  type SearchResults,
  type SearchSuggestion,
  type SearchSuggestions,
} from "./representations/search_schema.ts";
export { type AuthorList, type TagList } from "./representations/tally_schema.ts";
export { type PageCheck, type SiteCheck, type SitemapCheck } from "./site_checks/site_check.ts";
export type { ApiOptions, Limits, ResolvedRateLimit } from "./api_options.ts";
export { placesOfUsers } from "./places_of_users.ts";
