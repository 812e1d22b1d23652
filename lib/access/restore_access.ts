import { given } from "../base/given.ts";
import { AlreadyExistsError } from "../base/errors.ts";
import { requestDueRecords } from "../events/mod.ts";
import { toRecord } from "../base/key_rate_limit.ts";
import {
  dataOf,
  encodeKey,
  type KeyPart,
  restoreCounter,
  type RestoreOptions,
  type RestoreOutcome,
  type RestorePlan,
  restoreRecords,
  type Store,
  type Stored,
} from "../store/mod.ts";
import type { ApiKey } from "./api_keys/api_key.ts";
import { type AuditEntry, auditKey } from "./audit.ts";
import { type Credential, credentialLocation, keyListLocation } from "./verification/credential.ts";
import { removedKeyLocation } from "./api_keys/ended_keys.ts";
import type { MovedUsage } from "./export_access.ts";
import {
  invitationEntries,
  invitationLocation,
  invitationsOfInvitee,
  inviteeOf,
} from "./invitations/invitation_location.ts";
import type { Invitation } from "./invitations/invitation.ts";
import { announceExpiry, expiryRecords } from "./api_keys/key_expiries.ts";
import { endOf, indexChanges } from "./api_keys/key_index.ts";
import { indexMember, memberKeysOfRoles } from "./memberships/member_index.ts";
import { membershipLocation, organizationOfUserLocation } from "./memberships/membership_location.ts";
import { dailyCounter, dailyRefusals } from "./quota/quota.ts";
import { type SavedFilter, type SavedFiltersAddress, savedFiltersKey } from "./users/saved_filters.ts";
import { usersOfAddress } from "./users/email_addresses.ts";
import {
  listOrganizationsOfUser,
  type Membership,
  type User,
  userDirectory,
  userLocation,
} from "./users/user.ts";

/** Imports a user. */
export async function restoreUser(
  store: Store,
  user: User,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const listed = { key: [user.id], data: { userId: user.id } };
  await restoreRecords(store, userDirectory, () => ({ wanted: [listed] }), options);
  if (user.email !== undefined) {
    await restoreRecords(store, usersOfAddress(user.email), () => ({ wanted: [listed] }), options);
  }
  const { partition, key } = userLocation(user.id);
  const before = dataOf(await store.getOrDamage<User>({ partition, key }));
  const outcome = await restoreRecords(store, partition, () => ({ wanted: [{ key, data: user }] }), options);
  if (outcome === "unchanged" || options.dryRun) return outcome;
  const remains = before === undefined ? [] : memberKeysOfRoles(user.id, before).map(encodeKey);
  for (const organizationSlug of await listOrganizationsOfUser(store, user.id)) {
    await indexMember(store, { userId: user.id, organizationSlug }, remains);
  }
  return outcome;
}

/** Imports a user's audit entry. */
export async function restoreUserAudit(
  store: Store,
  userId: string,
  entry: AuditEntry,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const wanted = { key: auditKey(entry), data: entry };
  return restoreRecords(store, userLocation(userId).partition, () => ({ wanted: [wanted] }), options);
}

/** Imports an organization's audit entry. */
export async function restoreAudit(
  store: Store,
  organizationSlug: string,
  entry: AuditEntry,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const wanted = { key: auditKey(entry), data: entry };
  return restoreRecords(store, ["org", organizationSlug], () => ({ wanted: [wanted] }), options);
}

/** Imports a membership. Writes the user's list entry first, as for a new member. */
export async function restoreMember(
  store: Store,
  organizationSlug: string,
  member: Membership,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const place = organizationOfUserLocation(member.userId, organizationSlug);
  const listed = { key: place.key, data: { organizationSlug } };
  await restoreRecords(store, place.partition, () => ({ wanted: [listed] }), options);
  const { userId } = member;
  const { partition, key } = membershipLocation(userId, organizationSlug);
  const wanted = { key, data: member };
  const outcome = await restoreRecords(store, partition, () => ({ wanted: [wanted] }), options);
  if (outcome === "unchanged" || options.dryRun) return outcome;
  const remains = outcome === "updated" ? memberKeysOfRoles(userId, null).map(encodeKey) : [];
  await indexMember(store, { userId, organizationSlug }, remains);
  return outcome;
}

/** Imports the saved filters of a member. */
export async function restoreSavedFilters(
  store: Store,
  { organizationSlug, userId, filters }: SavedFiltersAddress & { filters: readonly SavedFilter[] },
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const wanted = { key: savedFiltersKey(userId), data: { filters } };
  return restoreRecords(store, ["org", organizationSlug], () => ({ wanted: [wanted] }), options);
}

/** Imports the record of a key that was removed after its end, so that an import of an earlier export does not restore the key. */
export async function restoreRemovedKey(
  store: Store,
  { organizationSlug, keyId }: { organizationSlug: string; keyId: string },
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const { partition, key } = removedKeyLocation(organizationSlug, keyId);
  return restoreRecords(store, partition, () => ({ wanted: [{ key, data: {} }] }), options);
}

/** Imports a pending invitation, unless it has expired. */
export async function restoreInvitation(
  store: Store,
  organizationSlug: string,
  invitation: Invitation,
  options: RestoreOptions & { now: number },
): Promise<RestoreOutcome> {
  const expiresAt = Date.parse(invitation.expiresAt);
  if (expiresAt <= options.now) return "unchanged";
  const invitee = inviteeOf(invitation);
  const listed = { key: [organizationSlug], data: { organizationSlug }, expiresAt };
  await restoreRecords(store, invitationsOfInvitee(invitee), () => ({ wanted: [listed] }), options);
  const { partition, key } = invitationLocation(invitee, organizationSlug);
  const wanted = { key, data: invitation, expiresAt };
  const plan = (): RestorePlan => ({ wanted: [wanted, ...invitationEntries(invitation)] });
  return restoreRecords(store, partition, plan, options);
}

interface KeyPlan extends RestorePlan {
  basis: [{ key: readonly KeyPart[]; found: Stored<Credential> | null }];
  credential: Credential;
}

/**
 * Imports a key. An import never extends an existing key: it stays revoked or rolled, and keeps the earlier expiry and
 * its networks. A key that was removed after its end stays removed.
 *
 * @throws {AlreadyExistsError} if the key belongs to another organization
 */
export async function restoreKey(
  store: Store,
  key: ApiKey & { hash: string },
  options: RestoreOptions & { now: number; dueUntil: number },
): Promise<RestoreOutcome> {
  const moved: Credential = toRecord(key);
  const { organizationSlug, id } = moved;
  const location = credentialLocation(id);
  const plan = async (): Promise<KeyPlan | null> => {
    const found = await store.get<Credential>(location);
    // A removal stores the id before it deletes the key, so a key that is read before the id is never restored by mistake.
    if (found === null && (await store.has(removedKeyLocation(organizationSlug, id)))) return null;
    if (found !== null && found.data.organizationId !== moved.organizationId) {
      throw new AlreadyExistsError(`the store has the key "${id}" in another organization`);
    }
    const credential = found === null ? moved : narrowed(moved, found.data);
    const wanted = { key: location.key, data: credential };
    return { wanted: [wanted], basis: [{ key: location.key, found }], credential };
  };
  const first = await plan();
  if (first === null) return "unchanged";
  const { credential, basis } = first;
  if (endOf(credential) !== Infinity && !options.dryRun) await requestDueRecords(store);
  // Write the list entry first, as for a new key, so that every valid key can be revoked.
  const list = keyListLocation(organizationSlug, id);
  const listed = { key: list.key, data: { keyId: id } };
  const wanted = [listed, ...indexChanges(credential, options.now).sets] as const;
  await restoreRecords(store, list.partition, () => ({ wanted }), options);
  const outcome = await restoreRecords(store, location.partition, plan, options);
  if (outcome === "unchanged" || options.dryRun) return outcome;
  // The worker drops the record of a key that it cannot read, so the key comes first.
  await recordExpiry(store, { before: dataOf(basis[0].found), after: credential }, options.dueUntil);
  return outcome;
}

/** Raises a day's counters to the imported values, unless they have expired. */
export async function restoreUsage(
  store: Store,
  { keyId, date, requests, refusals }: MovedUsage,
  options: RestoreOptions & { now: number },
): Promise<RestoreOutcome> {
  const { partition } = credentialLocation(keyId);
  const time = Date.parse(date);
  if (dailyCounter(time).expiresAt <= options.now) return "unchanged";
  const counted = await restoreCounter(store, { partition, ...dailyCounter(time) }, requests, options);
  const refused = await restoreCounter(store, { partition, ...dailyRefusals(time) }, refusals, options);
  return counted === "unchanged" ? refused : counted;
}

/**
 * Records the expiry of a restored key that falls due after `dueUntil`, which may be in the past. A key that the store has with the same expiry
 * already has its record, or had its event.
 */
async function recordExpiry(
  store: Store,
  { before, after }: { before: Credential | undefined; after: Credential },
  dueUntil: number,
): Promise<void> {
  const { expiresAt, revokedAt, organizationSlug } = after;
  if (expiresAt === undefined || revokedAt !== undefined || expiresAt === before?.expiresAt) return;
  if (Date.parse(expiresAt) <= dueUntil) return;
  await announceExpiry({ store }, after);
  await store.commit(["org", organizationSlug], { sets: expiryRecords(after) });
}

function narrowed(moved: Credential, found: Credential): Credential {
  const { revokedAt, disabledAt, rolledTo, networks } = found;
  const expiries = [moved.expiresAt, found.expiresAt].filter((time) => time !== undefined);
  const [expiresAt] = expiries.toSorted((one, other) => Date.parse(one) - Date.parse(other));
  return { ...moved, ...given({ revokedAt, disabledAt, rolledTo, networks, expiresAt }) };
}
