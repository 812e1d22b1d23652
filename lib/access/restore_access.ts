import { AlreadyExistsError } from "../errors.ts";
import {
  restoreCounter,
  type RestoreOptions,
  type RestoreOutcome,
  restoreRecords,
  type Store,
} from "../store/mod.ts";
import { type AuditEntry, auditKey } from "./audit.ts";
import { type Credential, credentialLocation, keyListLocation } from "./credential.ts";
import type { MovedUsage } from "./export_access.ts";
import { invitationLocation, invitationsOfInvitee } from "./invitation_location.ts";
import { type Invitation, inviteeOf } from "./invitations.ts";
import { membershipLocation, organizationOfUserLocation } from "./membership_location.ts";
import { dailyCounter, dailyRefusals } from "./quota.ts";
import { usersOfAddress } from "./email_addresses.ts";
import { type Membership, type User, userDirectory, userLocation } from "./user.ts";

/** Puts a user as it was elsewhere. */
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
  return restoreRecords(store, partition, () => ({ wanted: [{ key, data: user }] }), options);
}

/** Puts what was done to a user. */
export async function restoreUserAudit(
  store: Store,
  userId: string,
  entry: AuditEntry,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const wanted = { key: auditKey(entry), data: entry };
  return restoreRecords(store, userLocation(userId).partition, () => ({ wanted: [wanted] }), options);
}

/** Puts what was done to an organization's keys and members. */
export async function restoreAudit(
  store: Store,
  organizationSlug: string,
  entry: AuditEntry,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const wanted = { key: auditKey(entry), data: entry };
  return restoreRecords(store, ["org", organizationSlug], () => ({ wanted: [wanted] }), options);
}

/** Puts a member as it was elsewhere; first where the user's list says so, as when a member is added. */
export async function restoreMember(
  store: Store,
  organizationSlug: string,
  member: Membership,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const place = organizationOfUserLocation(member.userId, organizationSlug);
  const listed = { key: place.key, data: { organizationSlug } };
  await restoreRecords(store, place.partition, () => ({ wanted: [listed] }), options);
  const { partition, key } = membershipLocation(member.userId, organizationSlug);
  return restoreRecords(store, partition, () => ({ wanted: [{ key, data: member }] }), options);
}

/** Puts a pending invitation as it was elsewhere, unless it has expired by now. */
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
  return restoreRecords(store, partition, () => ({ wanted: [wanted] }), options);
}

/**
 * Puts a key as it was elsewhere. One that the store has already is never given back what it lost there: it stays revoked, rolled, and as
 * short-lived as it is.
 *
 * @throws {AlreadyExistsError} when it is a key of another organization
 */
export async function restoreKey(
  store: Store,
  moved: Credential,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  // As when it was generated: the list first, so that the key that works is one that can be revoked.
  const list = keyListLocation(moved.organizationSlug, moved.id);
  const listed = { key: list.key, data: { keyId: moved.id } };
  const { partition, key } = credentialLocation(moved.id);
  const plan = async (): Promise<{ wanted: [{ key: typeof key; data: Credential }] }> => {
    const found = await store.get<Credential>({ partition, key });
    if (found !== null && found.data.organizationId !== moved.organizationId) {
      throw new AlreadyExistsError(`the store has the key "${moved.id}" in another organization`);
    }
    return { wanted: [{ key, data: found === null ? moved : narrowed(moved, found.data) }] };
  };
  await plan();
  await restoreRecords(store, list.partition, () => ({ wanted: [listed] }), options);
  return restoreRecords(store, partition, plan, options);
}

/** Makes a day's counters as great as they were elsewhere, unless they have expired by now. */
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

function narrowed(moved: Credential, found: Credential): Credential {
  const { revokedAt = moved.revokedAt, rolledTo = moved.rolledTo } = found;
  const narrow: Credential = { ...moved };
  if (revokedAt !== undefined) narrow.revokedAt = revokedAt;
  if (rolledTo !== undefined) narrow.rolledTo = rolledTo;
  const expiries = [moved.expiresAt, found.expiresAt].filter((time) => time !== undefined);
  const [first] = expiries.toSorted((one, other) => Date.parse(one) - Date.parse(other));
  if (first !== undefined) narrow.expiresAt = first;
  return narrow;
}
