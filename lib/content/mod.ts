/**
 * Posts and what belongs to them. Organizations, posts and knowledge bases, and the interface for a host's own content.
 *
 * @module
 */
export { contentLinks } from "./content_links.ts";
export { type Content, createContent } from "./create_content.ts";
export { countValues, type ValueCount } from "./custom_fields/count_values.ts";
export {
  type CustomField,
  type CustomFieldPlace,
  type CustomFieldType,
  customFieldTypes,
  type CustomValues,
} from "./custom_fields/custom_field.ts";
export { customFieldsInput, movedCustomFields } from "./custom_fields/custom_field_input.ts";
export { kindOf } from "./custom_fields/custom_kinds.ts";
export {
  effectiveValues,
  fieldsShown,
  shownValues,
  valuesAfter,
  visibleValues,
} from "./custom_fields/custom_values.ts";
export { fieldIndexesKey, filterableFields } from "./custom_fields/field_index.ts";
export { articleValues, propertyOf } from "./custom_fields/schema_org.ts";
export { lastPostId, readOrganizations, readPosts, type WholePost } from "./export_content.ts";
export {
  type Idempotency,
  type KnowledgeAddress,
  KnowledgeBase,
  type KnowledgePage,
  type KnowledgeQuery,
  type KnowledgeReceipt,
  type PutText,
} from "./knowledge_base/knowledge_base.ts";
export {
  type KnowledgeInput,
  knowledgeInput,
  type KnowledgeTextInput,
  knowledgeTextInput,
} from "./knowledge_base/knowledge_input.ts";
export {
  type KnowledgeEntry,
  knowledgeTag,
  readTexts,
  textsVersion,
  type TextsVersion,
} from "./knowledge_base/knowledge_record.ts";
export { MissedQueries, type MissedQueryReport } from "./missed_queries/missed_queries.ts";
export {
  type MissedDay,
  type MissedQuery,
  readMissedQueries,
  restoreMissedQueries,
} from "./missed_queries/missed_query_record.ts";
export { audienceNames } from "./organizations/audience_names.ts";
export { faqInput } from "./organizations/faq_input.ts";
export { faqOptionsOf, type FaqSettingsChange, faqSettingsFor } from "./organizations/faq_settings_for.ts";
export type { HostFaq, OrganizationFaq } from "./organizations/organization_faq.ts";
export {
  type OrganizationInput,
  organizationKey,
  type OrganizationUpdate,
  ownOrganizationChanges,
  siteUrlInput,
} from "./organizations/organization_input.ts";
export {
  countContent,
  organizationDirectory,
  type OrganizationContents,
  Organizations,
  organizationSlugs,
  type StoredOrganization,
} from "./organizations/organizations.ts";
export { parseSynonyms, synonymsInput } from "./organizations/synonyms_input.ts";
export { previewUrlOf } from "./organizations/preview_url.ts";
export { postSitemapUrl, sitemapUrl } from "./organizations/sitemap_url.ts";
export { withoutChangedByline } from "./posts/byline.ts";
export {
  findNamedTexts,
  findPostsNaming,
  type IsVisiblePost,
  type NamingPosts,
} from "./posts/find_posts_naming.ts";
export { firstPosts } from "./posts/lists/first_posts.ts";
export type { ScannedPost } from "./posts/lists/scan_posts.ts";
export { indexPosts } from "./posts/lists/index_posts.ts";
export { type PostListQuery, statusAt } from "./posts/lists/post_list_query.ts";
export { type PostNumbers, PostTotals, type PostTotalsFilter } from "./posts/lists/post_totals.ts";
export { type MarkdownDialect, markdownDialects } from "./posts/markdown_dialect.ts";
export { type LabelFilter, matchesLabels, namedFilter } from "./posts/matches_labels.ts";
export {
  type Post,
  type PostAddress,
  type PostInput,
  type PostItem,
  type PostStatus,
  postStatuses,
  type StoredPost,
  type UnfinishedFields,
  type WorkingCopyText,
} from "./posts/post_forms.ts";
export { contentIn, type PostContent } from "./posts/post_content.ts";
export { copiedFields, longestUnfinished, mostAliases, postFields, postNames } from "./posts/post_fields.ts";
export {
  longestContent,
  markdownPostInput,
  type PostChanges,
  postChanges,
  postInput,
  workingCopyInput,
  type WorkingCopyInput,
} from "./posts/post_input.ts";
export { postIdCounter, postLocationOf } from "./posts/post_record.ts";
export { htmlOf, longestRevisedText, type PostRevision, revisedContent } from "./posts/post_revision.ts";
export { shownPost } from "./posts/post_times.ts";
export { canonicalUrlOf, isCanonicalElsewhere, postUrl } from "./posts/post_url.ts";
export { Posts, type PostUpdateOptions } from "./posts/posts.ts";
export { restrictsByName, restrictsByWord } from "./posts/restricting_names.ts";
export { wholeOf } from "./posts/find_post.ts";
export { readHiddenValues, shownStored } from "./posts/shown_posts.ts";
export { isOrganizationSlug, isPostSlug, organizationSlugRule, slugToFind, toSlug } from "./posts/slug.ts";
export { alternatesOf, type Publicity, translationSlugs } from "./posts/translations.ts";
export { countWords, countWordSteps } from "./posts/warnings/count_words.ts";
export { type PostWarning, postWarnings, textWarnings } from "./posts/warnings/text_warnings.ts";
export { isWebUrl, webUrl, withoutUser } from "./posts/web_url.ts";
export type { CountWords } from "./posts/writes/complete_post.ts";
export { Drafts } from "./posts/writes/drafts.ts";
export { followsSource, type ImportOrigin, normalOrigin } from "./posts/writes/import_origin.ts";
export {
  type JudgedPost,
  type OwnedPost,
  type PostWriteOptions,
  type PostWriter,
  type PutPostOptions,
  requireExpected,
} from "./posts/writes/post_precondition.ts";
export type { PutPost, StoredPostWithHtml } from "./posts/writes/replace_post.ts";
export { postTag, postTagPattern, shownTag } from "./posts/writes/post_tag.ts";
export {
  type NewPreviewLink,
  type PreviewLink,
  type PreviewLinkInput,
  type PreviewLinkPage,
  type PreviewRecord,
  readPreviewLinks,
  restorePreviewLink,
} from "./previews/preview_link.ts";
export { previewLinkInput, Previews } from "./previews/previews.ts";
export { leaveOutAliases } from "./redirects/drop_aliases.ts";
export { longestAddress, redirectRule } from "./redirects/normal_address.ts";
export { normalizeRedirects } from "./redirects/normalize_redirects.ts";
export { isStoredAddress, type RedirectOrigin, type StoredRedirect } from "./redirects/redirect_record.ts";
export {
  type Redirect,
  type RedirectInput,
  redirectInput,
  type RedirectList,
  Redirects,
} from "./redirects/redirects.ts";
export { readRedirects, restoreRedirect } from "./redirects/transfer_redirects.ts";
export { bindAllReferences } from "./references/bind_all_references.ts";
export { shownReferences } from "./references/custom_references.ts";
export { danglingReferences } from "./references/reference_record.ts";
export {
  reservePostIds,
  restoreOrganization,
  restorePost,
  type RestorePostOptions,
  restoreText,
} from "./restore_content.ts";
export type { KnowledgeCatalogue } from "./sources/catalogue/knowledge_catalogue.ts";
export type { CataloguedPost, PostCatalogue } from "./sources/catalogue/post_catalogue.ts";
export { MalformedPosts } from "./sources/checked/malformed_posts.ts";
export type { ContentPort, NamedPosts, PostsToName } from "./sources/content_port.ts";
export type {
  ContentSource,
  CustomFilter,
  CustomSort,
  FeedPaths,
  FilterValue,
  HostRow,
  Organization,
  OrganizationRow,
  PaidContent,
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
export { contentSourceCheck } from "./sources/host_content.ts";
export { newestFirst, postSorts, sortsOf } from "./sources/source_sorts.ts";
export { findWrongTally, recountTallies } from "./tallies/recount_tallies.ts";
export { DraftTextError, UnpublishedChangesError } from "./working_copies/copy_errors.ts";
export { SubmissionChangedError } from "./submissions/submission_changed_error.ts";
export type {
  ListedSubmission,
  StoredSubmission,
  Submission,
  SubmissionAnswer,
  SubmissionState,
} from "./submissions/submission_record.ts";
export {
  longestNote,
  type SentBackInput,
  sentBackInput,
  type SubmissionInput,
  submissionInput,
  textVersionInput,
} from "./submissions/submission_input.ts";
export { type SubmissionPage, type SubmissionQuery, Submissions } from "./submissions/submissions.ts";
export { heartbeatSeconds, Presence, type PresentWriter } from "./working_copies/presence.ts";
export {
  type CopyMark,
  readCopyMarks,
  type StoredWorkingCopy,
  textSeparator,
  versionOfCopy,
  type WorkingCopy,
  WorkingCopyConflictError,
} from "./working_copies/read_working_copy.ts";
export { hasTextOf } from "./working_copies/applied_copy.ts";
export { fieldsOfCopy, inputOfCopy, type RenderCopy } from "./working_copies/input_of_copy.ts";
export { textIn } from "./working_copies/text_in.ts";
export { WorkingCopies } from "./working_copies/working_copies.ts";
export { type PostState, postState } from "./posts/writes/post_state.ts";
export { IdempotencyKeyReusedError } from "./knowledge_base/idempotency_key_reused_error.ts";
