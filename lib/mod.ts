/**
 * Publishes an organization's posts over HTTP.
 *
 * @module
 */
export type {
  ApiKey,
  ApiKeyInput,
  AuditAction,
  AuditEntry,
  AuditPage,
  AuditQuery,
  FailedAttemptLimit,
  GeneratedApiKey,
  Identity,
  ListedApiKey,
  Member,
  Membership,
  Permission,
  Refusal,
  Role,
  RollInput,
  User,
  UserInput,
} from "./access/mod.ts";
export { type Clock, systemClock } from "./clock.ts";
export {
  type ContentSource,
  countWords,
  type FeedPaths,
  IdempotencyKeyReusedError,
  type KnowledgeEntry,
  type KnowledgeInput,
  type KnowledgeReceipt,
  type Organization,
  type OrganizationInput,
  type Post,
  type PostInput,
  type PostPage,
  type PostQuery,
  type PostSort,
  type PostStatus,
  type StoredOrganization,
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
  NotFoundError,
  StoreUnavailableError,
  UnknownSchemaVersionError,
  WeakStorageError,
} from "./errors.ts";
export type { Hooks, KeyEvent, KeyRefusedEvent, MembershipEvent } from "./hooks.ts";
export type {
  CacheOptions,
  CorsOptions,
  PostItem,
  ProblemCode,
  ProblemDetail,
  SinglePost,
  TrustProxy,
} from "./http/mod.ts";
export type { Limits, PublicApiOptions } from "./options.ts";
export type { RandomBytes } from "./random.ts";
export type { AtomicDriver, AtomicScope, Storage } from "./store/mod.ts";
export type { Timestamp } from "./timestamp.ts";
