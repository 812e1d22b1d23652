/**
 * Publishes an organization's posts over HTTP.
 *
 * @module
 */
export type {
  ApiKeyAddress,
  MembershipAddress,
  ApiKey,
  ApiKeyInput,
  AuditAction,
  AuditEntry,
  AuditPage,
  AuditQuery,
  DayUsage,
  FailureLimit,
  GeneratedApiKey,
  Identity,
  Invitation,
  InvitationId,
  InvitationInput,
  InvitationOfUser,
  InvitationOptions,
  KeyUsage,
  ListedApiKey,
  ListedMember,
  Member,
  Membership,
  Permission,
  Refusal,
  Role,
  RollInput,
  Session,
  SessionLimits,
  SignInLink,
  StartedSession,
  User,
  UserInput,
  UserMerge,
  UsersToMerge,
} from "./access/mod.ts";
export type { Actor } from "./actor.ts";
export {
  type AdminInvitationAddress,
  type AdminKeyAddress,
  type AdminMemberAddress,
  type AdminPostAddress,
  type AdminTextAddress,
  type AddedMember,
  type AdminActor,
  GrantRefusedError,
  MissingPermissionError,
  type NewMember,
  type OrganizationChanges,
  type OrganizationOfUser,
  type OwnKeyInput,
  type PostConditions,
  type PostFaqExplanation,
  type PostPreview,
  type PostUpload,
} from "./admin/mod.ts";
export { type Clock, systemClock } from "./clock.ts";
export {
  type KnowledgeAddress,
  type PostAddress,
  type ContentSource,
  countWords,
  type FeedPaths,
  type FaqSettingsChange,
  type HostFaq,
  type PaidContent,
  IdempotencyKeyReusedError,
  type KnowledgeEntry,
  type KnowledgeInput,
  type KnowledgePage,
  type KnowledgeQuery,
  type KnowledgeReceipt,
  type Organization,
  type OrganizationContents,
  type OrganizationFaq,
  type OrganizationInput,
  type Post,
  type PostInput,
  type PostListQuery,
  type PostPage,
  type PostQuery,
  type PostRevision,
  type PostRedirect,
  type PostSort,
  type NewPreviewLink,
  type PreviewLink,
  type PreviewLinkInput,
  Previews,
  type PostStatus,
  postTag,
  type PostWriteOptions,
  type PutPost,
  type PutPostOptions,
  type StoredOrganization,
  type Redirect,
  type RedirectInput,
  type RedirectList,
  type RedirectOrigin,
  type RedirectPage,
  type RedirectQuery,
  Redirects,
  type StoredPost,
  type StoredPostWithHtml,
} from "./content/mod.ts";
export { createPublicApi, type PublicApi } from "./create_public_api.ts";
export {
  AlreadyExistsError,
  ContentionError,
  EventuallyConsistentStorageError,
  type InvalidField,
  InvalidInputError,
  LastOwnerError,
  NotFoundError,
  PreconditionFailedError,
  StoreUnavailableError,
  UnknownSchemaVersionError,
  WeakStorageError,
} from "./errors.ts";
export { DamagedRecordError, StoreReplacedError } from "./store/mod.ts";
export type {
  ChangeEvent,
  ChangeEvents,
  ChangeEventType,
  EventPage,
  Events,
  OrganizationEventData,
  PostEventData,
} from "./events/mod.ts";
export type {
  ChangeHooks,
  Hooks,
  InvitationEvent,
  KeyEvent,
  KeyRefusedEvent,
  MembershipEvent,
  RecordDamagedEvent,
  RequestAnsweredEvent,
  UserChangedEvent,
} from "./hooks.ts";
export type { ChainContext, ComposableHandler } from "./exchange/mod.ts";
export type { CacheOptions, CorsOptions, TrustProxy } from "./http/mod.ts";
export type {
  PostItem,
  RedirectItem,
  RedirectItems,
  SinglePost,
  SitemapPages,
  SitemapUrl,
  SitemapUrls,
} from "./representations/mod.ts";
export type { ProblemCode, ProblemDetail } from "./problems/mod.ts";
export { InvalidOptionError } from "./invalid_option_error.ts";
export type { KeyRateLimit } from "./key_rate_limit.ts";
export type {
  Limits,
  PublicApiOptions,
  RateLimitOptions,
  ResolvedOptions,
  ResolvedRateLimit,
} from "./options.ts";
export type { RandomBytes } from "./random.ts";
export type { AtomicDriver, AtomicScope, Storage } from "./store/mod.ts";
export {
  TextTooLargeError,
  type TextTaskInput,
  type TextTaskName,
  type TextTaskOutput,
  type TextTasks,
  type TextWorker,
  TextWorkerBusyError,
  TextWorkStoppedError,
} from "./text_work/mod.ts";
export type { Timestamp } from "./timestamp.ts";
