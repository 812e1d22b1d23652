/**
 * Users, permissions, API keys and their quota.
 *
 * @module
 */
export { checkCaller } from "./check_caller.ts";
export { emitQuota } from "./emit_quota.ts";
export { isKeyExpiring, KeyExpiries } from "./key_expiries.ts";
export { accessLinks } from "./access_links.ts";
export {
  type ApiKeyChanges,
  type ApiKeyInput,
  expiryOf,
  inheritedExpiry,
  keyChanges,
  ownKeyInput,
  rollInput,
  type RollInput,
} from "./api_key_input.ts";
export { readKeyNames } from "./api_key_names.ts";
export { defaultPrefix, isPrefix } from "./api_key_text.ts";
export type { DayUsage, KeyUsage, KeyUsagePage } from "./api_key_usage.ts";
export type { ApiKey, ListedApiKey } from "./api_key.ts";
export { type ApiKeyAddress, ApiKeys, type GeneratedApiKey } from "./api_keys.ts";
export {
  Audit,
  type AuditAction,
  auditActions,
  type AuditEntry,
  type AuditKind,
  type AuditPage,
  type AuditQuery,
  auditRecord,
} from "./audit.ts";
export { type Credential, credentialLocation, isKeyOver } from "./credential.ts";
export { createCredentialCache } from "./credential_cache.ts";
export {
  type MovedKey,
  type MovedUsage,
  readAudit,
  readInvitations,
  readKeys,
  readMembers,
  readRemovedKeys,
  readSavedFilters,
  readUserAudit,
  readUserIds,
} from "./export_access.ts";
export type { UserExportQuery, UserRecord, UserRecordPage } from "./export_user.ts";
export { FailedAttempts, type FailureLimit } from "./failed_attempts.ts";
export { mayReadEvent, permissionsOfEvent } from "./event_permissions.ts";
export { asciiAddress, findSharedAddresses, findUsersByAddress, foldedAddress } from "./email_addresses.ts";
export { hostMembers } from "./host_members.ts";
export type { Identity, Member } from "./identity.ts";
export { concludeKey, judgeKey } from "./judge_key.ts";
export { ensureKeyIndex, type KeyStatus, keyStatuses } from "./key_index.ts";
export type { KeyPage, KeyQuery } from "./key_lists.ts";
export type { KeyDeps } from "./key_deps.ts";
export type { KeyRequest } from "./key_request.ts";
export { isWithinNetworks, keyNetworks, networkOutside } from "./key_networks.ts";
export { type KeyPlan, planKey } from "./plan_key.ts";
export { settleKey } from "./settle_key.ts";
export type { MemberPort } from "./member_port.ts";
export {
  emailInvitationInput,
  type InvitationInput,
  userInvitationInput,
  validInvitation,
} from "./invitation_input.ts";
export { indexAccess } from "./index_access.ts";
export type { Invitation, InvitationOfUser, InvitationPage } from "./invitation.ts";
export { type InvitationId, type InvitationOptions, Invitations } from "./invitations.ts";
export { LastOrganizations } from "./last_organizations.ts";
export type { OrganizationsOfUserQuery } from "./list_memberships.ts";
export {
  type ListedMember,
  type MemberPage,
  type MemberQuery,
  type MembershipChange,
  Memberships,
} from "./memberships.ts";
export { type Permission, permissions, permissionsOfRole, requireRole, type Role } from "./permissions.ts";
export {
  type AccessCounts,
  countOrganizationAccess,
  deleteOrganizationAccess,
} from "./organization_access.ts";
export type { Quota } from "./quota.ts";
export {
  restoreAudit,
  restoreInvitation,
  restoreKey,
  restoreMember,
  restoreRemovedKey,
  restoreSavedFilters,
  restoreUsage,
  restoreUser,
  restoreUserAudit,
} from "./restore_access.ts";
export { type SavedFilter, SavedFilters, type SavedFiltersAddress } from "./saved_filters.ts";
export { RefusalCounts } from "./refusal_counts.ts";
export type { ListedSession, SessionPage } from "./list_sessions.ts";
export type { SessionLimits } from "./session_record.ts";
export {
  type Session,
  Sessions,
  type SignInFacts,
  type SignInLink,
  type StartedSession,
} from "./sessions.ts";
export { createSha256, isEqualInConstantTime, type Sha256, sha256, sha256Hex } from "../sha256.ts";
export type { UserMerge, UsersToMerge } from "./merge_users.ts";
export { type Membership, readUser, type User, userDirectory, userLocation } from "./user.ts";
export { storedMembers } from "./stored_members.ts";
export { type MembershipAddress, type UserInput, Users } from "./users.ts";
export type { Caller, Refusal, Verification } from "./verification.ts";
export { usablePermissions } from "./usable_permissions.ts";
