/**
 * The resources over HTTP, and their client. The endpoints of the public API and the admin API.
 *
 * @module
 */
export { Admin, type OrganizationOfUser, type OrganizationsOfUser } from "./actions/admin.ts";
export {
  isPermitted,
  knownOrganization,
  requirePermitted,
  type AdminActor,
  type AdminPostAddress,
} from "./actions/admin_actor.ts";
export { GrantRefusedError, MissingPermissionError } from "./actions/admin_errors.ts";
export type { AdminKeyAddress, OwnKeyInput } from "./actions/api_key_actions.ts";
export type { PostFaqExplanation } from "./actions/explain_html.ts";
export type { FaqTrial, TriedText } from "./actions/faq_trials.ts";
export { type ExportFormat, exportFormats } from "./actions/exports/export_format.ts";
export { mostUploadBytes, type PostImport } from "./actions/import_actions.ts";
export { ImportRefusedError } from "./actions/imports/import_errors.ts";
export type { ImportJob, ImportRemark } from "./actions/imports/import_job.ts";
export type { InsightQuery } from "./actions/insight_actions.ts";
export type { AdminTextAddress } from "./actions/knowledge_actions.ts";
export type {
  AddedMember,
  AdminInvitationAddress,
  AdminMemberAddress,
  NewMember,
} from "./actions/member_actions.ts";
export type { OrganizationChanges } from "./actions/organization_actions.ts";
export type { ListedPost, PostConditions } from "./actions/post_actions.ts";
export type { PublishOptions } from "./actions/post_text.ts";
export { copyRenderer } from "./actions/texts/post_of_copy.ts";
export { type SavedText, type ShownText, shownText } from "./actions/texts/shown_text.ts";
export type { TextInput } from "./actions/texts/text_input.ts";
export type { PostPreview } from "./actions/post_preview.ts";
export type { PostUpload } from "./actions/post_upload.ts";
export { canChangeFile } from "./actions/rights/file_rights.ts";
export {
  canPublish,
  canWrite,
  canWritePosts,
  requirePublishable,
  requireWriter,
} from "./actions/rights/post_rights.ts";
export type { AdminSearchPage, AdminSearchQuery, AdminSearchResult } from "./actions/search_actions.ts";
export type { ApprovalInput } from "./actions/submissions/submission_actions.ts";
export type { Setup } from "./actions/setup_actions.ts";
export type { AdminWebhookAddress } from "./actions/webhook_actions.ts";
export type { MarkdownConversion, WorkingCopyPreview } from "./actions/working_copy_actions.ts";
export { toAdminProblem } from "./admin/to_admin_problem.ts";
export type { ApiOptions, Limits, ResolvedRateLimit, SearchOptions } from "./api_options.ts";
export { createApi } from "./create_api.ts";
export { insightCsv } from "./insight/insight_csv.ts";
export {
  type InsightReport,
  type InsightRow,
  type KeyInsight,
  requestsOf,
  type Statuses,
} from "./insight/insight_report.ts";
export { mostMessages, tooLarge } from "./mcp/json_rpc.ts";
export type { McpOptions } from "./mcp/mcp.ts";
export type { Mcp, McpBackend } from "./mcp/mcp_backend.ts";
export type { OAuth } from "./oauth/oauth.ts";
export { authorizePage, oauthCheck, type OAuthOptions, resolveOAuth } from "./oauth/oauth_options.ts";
export { type Frame, readFrame, refusedFrame } from "./mcp/read_frame.ts";
export type { Telemetry } from "./opentelemetry/telemetry.ts";
export type { SessionUser } from "./people/address_proofs.ts";
export type { FirstRunInput } from "./people/first_run.ts";
export type { MailMessage, SendMail } from "./people/mail_message.ts";
export type { InvitationLink, LinkAddresses, MemberLink } from "./people/people_links.ts";
export type { People } from "./people/people.ts";
export { previewDocument } from "./public/previews/preview_document.ts";
export type { RebuiltSearchIndex, RebuiltSearchIndexes } from "./public/search/rebuild_indexes.ts";
export { SearchIndexes } from "./public/search/search_indexes.ts";
export type { SinglePost } from "./representations/post_schema.ts";
export type { RedirectItems } from "./representations/redirect_schema.ts";
export type { FaqItem, FaqList, OrganizationFaqPage } from "./representations/represent_faq.ts";
export type { PublicOrganization } from "./representations/represent_organization.ts";
export type { RedirectItem } from "./representations/represent_redirect.ts";
export type { SitemapPages, SitemapUrl, SitemapUrls } from "./representations/represent_sitemap.ts";
export type {
  ContextPassage,
  KnowledgePassage,
  KnowledgeResult,
  KnowledgeResults,
  KnowledgeText,
  KnowledgeTexts,
  RelatedPosts,
  SearchContext,
  SearchNotices,
  SearchPassage,
  SearchResult,
  SearchResults,
  SearchSuggestion,
  SearchSuggestions,
} from "./representations/search_schema.ts";
export type { AuthorList, TagList } from "./representations/tally_schema.ts";
export type { PageCheck, SiteCheck, SitemapCheck } from "./site_checks/site_check.ts";
