/**
 * Posts and what belongs to them. Organizations, posts and knowledge bases, and the interface for a host's own content.
 *
 * @module
 */
export type { ContentPort, NamedPosts, PostsToName } from "./sources/content_port.ts";
export { hostCatalogue } from "./sources/catalogue/host_catalogue.ts";
export { type KnowledgeCatalogue, knowledgeCatalogue } from "./sources/catalogue/knowledge_catalogue.ts";
export type { CataloguedPost, PostCatalogue } from "./sources/catalogue/post_catalogue.ts";
export { storedCatalogue } from "./sources/catalogue/stored_catalogue.ts";
export { contentSourceCheck, hostContent } from "./sources/host_content.ts";
export type {
  ContentSource,
  CustomFilter,
  CustomSort,
  FeedPaths,
  FilterValue,
  PaidContent,
  Organization,
  PostCount,
  PostFilter,
  PostPage,
  PostQuery,
  PostRedirect,
  PostSort,
  PostSortField,
  PostTallies,
  PostTally,
  RedirectPage,
  RedirectQuery,
  SourceFilter,
  TallyField,
  TallyPage,
  TallyQuery,
  TallySort,
} from "./sources/content_source.ts";
export { newestFirst, postSorts, sortsOf } from "./sources/source_sorts.ts";
export type {
  CustomField,
  CustomFieldPlace,
  CustomFieldType,
  CustomValues,
} from "./custom_fields/custom_field.ts";
export { fieldIndexesKey, filterableFields } from "./custom_fields/field_index.ts";
export { countValues, type ValueCount } from "./custom_fields/count_values.ts";
export { customFieldPlaces, customFieldTypes } from "./custom_fields/custom_field.ts";
export { kindOf } from "./custom_fields/custom_kinds.ts";
export { customFieldsInput, movedCustomFields } from "./custom_fields/custom_field_input.ts";
export { articleValues } from "./custom_fields/schema_org.ts";
export {
  effectiveValues,
  fieldsShown,
  hiddenValues,
  shownValues,
  storedNameOf,
  valuesAfter,
  visibleValues,
} from "./custom_fields/custom_values.ts";
export { faqInput } from "./organizations/faq_input.ts";
export { faqOptionsOf } from "./organizations/faq_settings_for.ts";
export { type FaqSettingsChange, faqSettingsFor } from "./organizations/faq_settings_for.ts";
export { firstPosts } from "./posts/lists/first_posts.ts";
export { contentLinks } from "./content_links.ts";
export type { CountWords } from "./posts/writes/complete_post.ts";
export { withoutChangedByline } from "./posts/byline.ts";
export { countWords, countWordSteps } from "./posts/warnings/count_words.ts";
export { lastPostId, readOrganizations, readPosts, type WholePost } from "./export_content.ts";
export {
  type KnowledgeAddress,
  type Idempotency,
  IdempotencyKeyReusedError,
  KnowledgeBase,
  type KnowledgePage,
  type KnowledgeQuery,
  type KnowledgeReceipt,
} from "./knowledge_base/knowledge_base.ts";
export {
  type KnowledgeInput,
  knowledgeInput,
  type KnowledgeLimits,
} from "./knowledge_base/knowledge_input.ts";
export { type KnowledgeEntry, readTexts } from "./knowledge_base/knowledge_record.ts";
export {
  type OrganizationInput,
  type OrganizationUpdate,
  ownOrganizationChanges,
} from "./organizations/organization_input.ts";
export { organizationKey } from "./organizations/organization_input.ts";
export type { HostFaq, OrganizationFaq } from "./organizations/organization_faq.ts";
export {
  countContent,
  type OrganizationContents,
  organizationDirectory,
  organizationLocation,
  Organizations,
  type StoredOrganization,
} from "./organizations/organizations.ts";
export {
  longestContent,
  markdownPostInput,
  type PostChanges,
  postChanges,
  postInput,
  workingCopyInput,
  type WorkingCopyInput,
} from "./posts/post_input.ts";
export { copiedFields, mostAliases, postFields, postNames } from "./posts/post_fields.ts";
export type { Post, PostInput, PostItem, StoredPost, WorkingCopyText } from "./posts/post_forms.ts";
export type { PostAddress } from "./posts/post_address.ts";
export { type PostListQuery, statusAt } from "./posts/lists/post_list_query.ts";
export { type PostStatus, postStatuses } from "./posts/post_forms.ts";
export { readHiddenValues } from "./posts/shown_posts.ts";
export { shownPost } from "./posts/post_times.ts";
export {
  postTag,
  type PostWriteOptions,
  type PutPostOptions,
  shownTag,
} from "./posts/writes/post_precondition.ts";
export { postLocationOf } from "./posts/post_record.ts";
export { type PostNumbers, PostTotals, type PostTotalsFilter } from "./posts/lists/post_totals.ts";
export { contentIn, type PostContent } from "./posts/post_content.ts";
export {
  followsSource,
  type ImportedFrom,
  type ImportOrigin,
  normalOrigin,
} from "./posts/writes/import_origin.ts";
export { htmlOf, longestRevisedText, type PostRevision, revisedContent } from "./posts/post_revision.ts";
export { postWarnings } from "./posts/warnings/text_warnings.ts";
export { PostIndexes } from "./posts/lists/post_indexes.ts";
export { indexPosts, type IndexPostsDeps } from "./posts/lists/index_posts.ts";
export { postIdCounter } from "./posts/post_record.ts";
export { Posts, type PutPost, type StoredPostWithHtml } from "./posts/posts.ts";
export type {
  NewPreviewLink,
  PreviewLink,
  PreviewLinkInput,
  PreviewLinkPage,
} from "./previews/preview_link.ts";
export type { PreviewRecord } from "./previews/preview_link.ts";
export { type MovedPreviewLink, readPreviewLinks, restorePreviewLink } from "./previews/transfer_previews.ts";
export { previewLinkInput, Previews } from "./previews/previews.ts";
export { type SaveOptions, WorkingCopies } from "./working_copies/working_copies.ts";
export { WorkingCopyConflictError } from "./working_copies/read_working_copy.ts";
export type { StoredWorkingCopy, WorkingCopy } from "./working_copies/read_working_copy.ts";
export { MissedQueries, type MissedQueryReport } from "./missed_queries/missed_queries.ts";
export type { MissedDay, MissedQuery } from "./missed_queries/missed_query_record.ts";
export { readMissedQueries, restoreMissedQueries } from "./missed_queries/transfer_missed_queries.ts";
export { bindAllReferences } from "./references/bind_all_references.ts";
export { AliasRedirects } from "./redirects/alias_redirects.ts";
export { DeletedPosts } from "./redirects/deleted_posts.ts";
export { leaveOutAliases } from "./redirects/drop_aliases.ts";
export { longestAddress, redirectRule } from "./redirects/normal_address.ts";
export { isStoredAddress, type RedirectOrigin, type StoredRedirect } from "./redirects/redirect_record.ts";
export {
  type Redirect,
  type RedirectInput,
  redirectInput,
  type RedirectList,
  Redirects,
} from "./redirects/redirects.ts";
export { normalizeRedirects } from "./redirects/normalize_redirects.ts";
export { readRedirects, restoreRedirect } from "./redirects/transfer_redirects.ts";
export {
  reservePostIds,
  restoreOrganization,
  restorePost,
  type RestorePostOptions,
  restoreText,
} from "./restore_content.ts";
export { postUrl } from "./posts/post_url.ts";
export { postSitemapUrl, sitemapUrl } from "./organizations/sitemap_url.ts";
export { recordHostChange } from "./sources/host_changes.ts";
export { type PostState, postState } from "./posts/writes/post_state.ts";
export { ScheduledPosts } from "./posts/writes/scheduled_posts.ts";
export {
  isOrganizationSlug,
  isPostSlug,
  organizationSlugRule,
  slugRule,
  slugToFind,
  toSlug,
} from "./posts/slug.ts";
export { storedContent } from "./sources/stored_content.ts";
export { type PostWarning, textWarnings } from "./posts/warnings/text_warnings.ts";
export { danglingReferences } from "./references/reference_record.ts";
export { shownReferences } from "./references/custom_references.ts";
export { alternatesOf, type Publicity, translationSlugs } from "./posts/translations.ts";
export { webUrl, withoutUser } from "./posts/web_url.ts";
export { findWrongTally, recountTallies } from "./tallies/recount_tallies.ts";
export { customInputSchema, keptCustomSchema, shownCustomSchema } from "./custom_fields/custom_schemas.ts";
export { propertyOf } from "./custom_fields/schema_org.ts";
export { audienceNames } from "./organizations/audience_names.ts";
export { markdownDialects, type MarkdownDialect } from "./posts/markdown_dialect.ts";
export { matchesLabels, namedFilter, type LabelFilter } from "./posts/matches_labels.ts";
export { restrictsByName, restrictsByWord } from "./posts/restricting_names.ts";
