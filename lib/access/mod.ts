/**
 * Permissions of callers, and limits of their requests. Users, roles, API keys and their quota.
 *
 * @module
 */
export { createSha256, isEqualInConstantTime, sha256, sha256Hex } from "../base/secrets/sha256.ts";
export type { AccessHooks, KeyRefusedEvent, UserChangedEvent } from "./access_hooks.ts";
export { accessLinks } from "./access_links.ts";
export type { ApiKey, ListedApiKey } from "./api_keys/api_key.ts";
export {
  type ApiKeyChanges,
  type ApiKeyInput,
  expiryOf,
  inheritedExpiry,
  keyChanges,
  ownKeyInput,
  rollInput,
  type RollInput,
} from "./api_keys/api_key_input.ts";
export { readKeyNames } from "./api_keys/api_key_names.ts";
export { defaultPrefix, isPrefix } from "./api_keys/api_key_text.ts";
export type { DayUsage, KeyUsage, KeyUsagePage } from "./api_keys/api_key_usage.ts";
export { type ApiKeyAddress, ApiKeys, type GeneratedApiKey } from "./api_keys/api_keys.ts";
export { expiryPrefix, isKeyExpiring } from "./api_keys/key_expiries.ts";
export { randomBase62 } from "./api_keys/base62.ts";
export { ensureKeyIndex, type KeyStatus, keyStatuses } from "./api_keys/key_index.ts";
export type { KeyListParts, KeyPage, KeyPageWithParts, KeyQuery } from "./api_keys/key_lists.ts";
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
export { type Access, createAccess } from "./create_access.ts";
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
export { indexAccess } from "./index_access.ts";
export type { Invitation, InvitationOfUser, InvitationPage } from "./invitations/invitation.ts";
export {
  emailInvitationInput,
  type InvitationInput,
  newRole,
  userInvitationInput,
  validInvitation,
} from "./invitations/invitation_input.ts";
export { type InvitationId, type InvitationOptions, Invitations } from "./invitations/invitations.ts";
export { mayReadEvent, permissionsOfEvent } from "./memberships/event_permissions.ts";
export { LastOrganizations } from "./memberships/last_organizations.ts";
export { listMemberships, type OrganizationsOfUserQuery } from "./memberships/list_memberships.ts";
export { firstOwner } from "./memberships/first_owner.ts";
export {
  type ListedMember,
  type MemberPage,
  type MemberQuery,
  Memberships,
} from "./memberships/memberships.ts";
export { countOrganizationAccess, deleteOrganizationAccess } from "./memberships/organization_access.ts";
export {
  defaultRole,
  includesPermission,
  type Permission,
  permissions,
  permissionsOfRole,
  requireRole,
  type Role,
  roles,
} from "./permissions.ts";
export type { Quota } from "./quota/quota.ts";
export { RefusalCounts } from "./quota/refusal_counts.ts";
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
export type { ListedSession, SessionPage } from "./sessions/list_sessions.ts";
export type { SessionLimits } from "./sessions/session_record.ts";
export {
  type Session,
  Sessions,
  type SignInFacts,
  type SignInLink,
  type StartedSession,
} from "./sessions/sessions.ts";
export {
  asciiAddress,
  findSharedAddresses,
  findUsersByAddress,
  foldedAddress,
} from "./users/email_addresses.ts";
export type { UserExportQuery, UserRecord, UserRecordPage } from "./users/export_user.ts";
export type { UserMerge, UsersToMerge } from "./users/merge_users.ts";
export { type SavedFilter, SavedFilters } from "./users/saved_filters.ts";
export {
  addressProofLocation,
  type Membership,
  operatorLocation,
  type User,
  userDirectory,
  userLocation,
} from "./users/user.ts";
export { emailInput } from "./users/user_input.ts";
export { type MembershipAddress, type UserInput, Users } from "./users/users.ts";
export { type Credential, credentialLocation, isKeyOver, type KeyEvent } from "./verification/credential.ts";
export { FailedAttempts, type FailureLimit } from "./verification/failed_attempts.ts";
export type { Identity, Member, MemberFinder } from "./verification/identity.ts";
export { judgeKey, type KeyPlan, planBearer, planKey } from "./verification/verify_key.ts";
export type { KeyDeps } from "./verification/key_deps.ts";
export { isWithinNetworks, keyNetworks, networkOutside } from "./verification/key_networks.ts";
export type { KeyRequest } from "./verification/key_request.ts";

export { usablePermissions } from "./verification/usable_permissions.ts";
export type { Caller, Refusal, Verification } from "./verification/verification.ts";
export { StoredIdentity } from "./verification/stored_members.ts";
