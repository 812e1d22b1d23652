import type { Actor } from "../../base/actor.ts";
import { forEachRecord } from "../../base/bounded_tasks.ts";
import { InvalidInputError, NotFoundError } from "../../base/errors.ts";
import type { Stored } from "../../store/mod.ts";
import { auditRecord } from "../audit.ts";
import { type Credential, credentialLocation } from "../verification/credential.ts";
import type { DeleteUserDeps } from "./delete_user.ts";
import { keysOfUser } from "../api_keys/keys_of_user.ts";
import {
  memberEvent,
  membershipLocation,
  organizationOfUserLocation,
} from "../memberships/membership_location.ts";
import { endedMembership, writtenMembership } from "../memberships/member_index.ts";
import { higherRole, type Role } from "../permissions.ts";
import { removeUser } from "./remove_user.ts";
import { listOrganizationsOfUser, type Membership, readUser, type User } from "./user.ts";

/** IDs of the users to merge. */
export interface UsersToMerge {
  /** The user who is deleted at the end. */
  from: string;
  /** The user who receives the memberships and keys, and becomes the creator of the posts and files. */
  into: string;
}

/** Result of a merge. After an interruption, it covers only the last call. */
export interface UserMerge {
  /** The remaining user. */
  user: User;
  /** The merged memberships, with the resulting roles. */
  memberships: { organizationSlug: string; role: Role }[];
  /** Number of moved keys. */
  movedKeys: number;
}

const action = "Cannot merge the users";

/**
 * Moves the memberships, keys, posts and files of a user to another user, then deletes the first user. In each organization, it adds the new
 * membership, moves the keys, and then ends the old membership. So all keys stay valid, and the next call completes an interrupted merge.
 *
 * @throws {NotFoundError} if a user does not exist
 * @throws {InvalidInputError} if both are the same user, or one is active and the other disabled
 */
export async function mergeUsers(deps: DeleteUserDeps, ids: UsersToMerge, actor: Actor): Promise<UserMerge> {
  const { from, into } = ids;
  const { old, user } = await requireMergeable(deps, ids);
  const merge: UserMerge = { user, memberships: [], movedKeys: 0 };
  for (const organizationSlug of await listOrganizationsOfUser(deps.store, from)) {
    const step = { ...ids, old, user, organizationSlug };
    const role = await mergeMembership(deps, step, actor, merge);
    if (role !== null) merge.memberships.push({ organizationSlug, role });
    await revokeRemaining(deps, step, actor);
    await deps.changeCreator(organizationSlug, ids);
    const { partition, key } = organizationOfUserLocation(from, organizationSlug);
    await deps.store.commit(partition, { deletes: [key] });
  }
  await removeUser(deps, from, { action, mergedInto: into, ...actor });
  return merge;
}

async function requireMergeable(
  { store }: DeleteUserDeps,
  { from, into }: UsersToMerge,
): Promise<{ old: User; user: User }> {
  if (from === into) {
    throw new InvalidInputError(action, [{ pointer: "/into", message: "must not be the same user as from" }]);
  }
  const [old, user] = [await readUser(store, from), await readUser(store, into)];
  if (old === null) throw new NotFoundError(`${action}: there is no user "${from}"`);
  if (user === null) throw new NotFoundError(`${action}: there is no user "${into}"`);
  if (old.status === user.status) return { old, user };
  // Otherwise keys of a disabled user would work again, or keys of an active user would stop working.
  const message = `must both be active or both disabled: "${from}" is ${old.status}, "${into}" is ${user.status}`;
  throw new InvalidInputError(action, [{ pointer: "", message }]);
}

interface Step extends UsersToMerge {
  /** The user who is deleted at the end. */
  old: User;
  /** The remaining user. */
  user: User;
  organizationSlug: string;
}

/** Merges the memberships of one organization. Returns the resulting role, or null if the old user is not a member. */
async function mergeMembership(
  deps: DeleteUserDeps,
  step: Step,
  actor: Actor,
  merge: { movedKeys: number },
): Promise<Role | null> {
  const subject = `${action}: a membership in "${step.organizationSlug}"`;
  const { role } = await deps.store.writes.repeat(subject, async () => {
    const memberships = await readMemberships(deps, step);
    if (memberships === null) return { role: null };
    const raised = await raise(deps, step, memberships, actor);
    if (raised === null) return null;
    merge.movedKeys += await moveKeys(deps, step, actor);
    const isEnded = await end(deps, step, { old: memberships.old.version, kept: raised.version }, actor);
    return isEnded ? raised : null;
  });
  return role;
}

interface Memberships {
  old: Stored<Membership>;
  kept: Stored<Membership> | null;
}

async function readMemberships({ store }: DeleteUserDeps, step: Step): Promise<Memberships | null> {
  const { from, into, organizationSlug } = step;
  const [old, kept] = await store.getMany<[Membership, Membership]>([
    membershipLocation(from, organizationSlug),
    membershipLocation(into, organizationSlug),
  ]);
  return old && { old, kept };
}

/** Gives the remaining user at least the other user's role. Returns the membership, or null after a concurrent change. */
async function raise(
  deps: DeleteUserDeps,
  { from, into, user, organizationSlug }: Step,
  { old, kept }: Memberships,
  { by, via }: Actor,
): Promise<{ role: Role; version: string } | null> {
  const { store, outbox } = deps;
  const role = kept === null ? old.data.role : higherRole(kept.data.role, old.data.role);
  if (kept?.data.role === role) return { role, version: kept.version };
  const place = organizationOfUserLocation(into, organizationSlug);
  // Write the user's list entry first: an entry without a membership grants no access.
  await store.commit(place.partition, { sets: [{ key: place.key, data: { organizationSlug } }] });
  const { key } = membershipLocation(into, organizationSlug);
  const audit = auditRecord(deps, { action: "member.set", subject: into, by, via, detail: role });
  const { sets, deletes } = writtenMembership({ userId: into, role }, user);
  const changes = {
    checks: [
      { key: membershipLocation(from, organizationSlug).key, version: old.version },
      kept === null ? { key, exists: false } : { key, version: kept.version },
    ],
    sets: [...sets, audit],
    deletes,
  };
  const result = await outbox.commit(organizationSlug, changes, [memberEvent({ id: into, role })]);
  return result.committed ? { role, version: result.version } : null;
}

/** Ends the old membership if neither membership has changed, so an organization keeps its owner. Returns true if it succeeded. */
async function end(
  deps: DeleteUserDeps,
  { from, into, old, organizationSlug }: Step,
  versions: { old: string; kept: string },
  { by, via }: Actor,
): Promise<boolean> {
  const { key } = membershipLocation(from, organizationSlug);
  const audit = auditRecord(deps, { action: "member.removed", subject: from, by, via, detail: into });
  const changes = {
    checks: [
      { key, version: versions.old },
      { key: membershipLocation(into, organizationSlug).key, version: versions.kept },
    ],
    deletes: endedMembership(from, old),
    sets: [audit],
  };
  return (await deps.outbox.commit(organizationSlug, changes, [memberEvent({ id: from })])).committed;
}

async function moveKeys(deps: DeleteUserDeps, step: Step, actor: Actor): Promise<number> {
  const { from: userId, organizationSlug } = step;
  let moved = 0;
  await forEachRecord(keysOfUser(deps.store, { organizationSlug, userId }), async ({ data }) => {
    if (await moveKey(deps, data.id, step, actor)) moved++;
  });
  return moved;
}

async function moveKey(
  deps: DeleteUserDeps,
  id: string,
  { from, into, organizationSlug }: Step,
  { by, via }: Actor,
): Promise<boolean> {
  const { partition, key } = credentialLocation(id);
  // Write the audit entry first, so that every moved key has an entry.
  const audit = auditRecord(deps, { action: "key.moved", subject: id, by, via, detail: into });
  await deps.store.commit(["org", organizationSlug], { sets: [audit] });
  return deps.store.writes.repeatInTurn({ partition, key }, `${action}: the key "${id}"`, async () => {
    const current = await deps.store.get<Credential>({ partition, key });
    if (current?.data.userId !== from) return false;
    const result = await deps.store.commit(partition, {
      checks: [{ key, version: current.version }],
      sets: [{ key, data: { ...current.data, userId: into } satisfies Credential }],
    });
    return result.committed || null;
  });
}

/** Revokes the remaining keys of a former membership: they were already refused, and must not work for the other user. */
async function revokeRemaining(
  { store, apiKeys }: DeleteUserDeps,
  { from: userId, organizationSlug }: Step,
  actor: Actor,
): Promise<void> {
  await forEachRecord(keysOfUser(store, { organizationSlug, userId }), async ({ data }) => {
    if (data.revokedAt === undefined) await apiKeys.revoke({ organizationSlug, keyId: data.id }, actor);
  });
}
