import type { Actor } from "../actor.ts";
import { ContentionError, InvalidInputError, NotFoundError } from "../errors.ts";
import type { Stored } from "../store/mod.ts";
import { auditRecord } from "./audit.ts";
import { type Credential, credentialLocation } from "./credential.ts";
import type { DeleteUserDeps } from "./delete_user.ts";
import { keysOfUser } from "./keys_of_user.ts";
import { membershipLocation, organizationOfUserLocation } from "./membership_location.ts";
import { higherRole, type Role } from "./permissions.ts";
import { removeUser } from "./remove_user.ts";
import { listOrganizationsOfUser, type Membership, readUser, type User } from "./user.ts";

/** The users of a merge, by id. */
export interface UsersToMerge {
  /** The user who is deleted in the end. */
  from: string;
  /** The user who gets the memberships and keys of the other. */
  into: string;
}

/** Result of a merge. After an interruption, the result of the rest. */
export interface UserMerge {
  /** The user who stays. */
  user: User;
  /** The memberships that were merged, with the resulting roles. */
  memberships: { organizationSlug: string; role: Role }[];
  /** Number of keys that were moved. */
  movedKeys: number;
}

const action = "Cannot merge the users";
const attempts = 5;

/**
 * Gives the memberships and keys of a user to another user, and deletes the first. In each organization the membership comes first, then
 * the keys, then the end of the old membership: so every key goes on working, and an interrupted merge is completed by the next call.
 *
 * @throws {NotFoundError} when there is no such user
 * @throws {InvalidInputError} when both are the same user, or one is active and the other disabled
 */
export async function mergeUsers(deps: DeleteUserDeps, ids: UsersToMerge, actor: Actor): Promise<UserMerge> {
  const { from, into } = ids;
  const user = await requireMergeable(deps, ids);
  const merge: UserMerge = { user, memberships: [], movedKeys: 0 };
  for (const organizationSlug of await listOrganizationsOfUser(deps.store, from)) {
    const step = { ...ids, organizationSlug };
    const role = await mergeMembership(deps, step, actor, merge);
    if (role !== null) merge.memberships.push({ organizationSlug, role });
    await revokeRemaining(deps, step, actor);
    const { partition, key } = organizationOfUserLocation(from, organizationSlug);
    await deps.store.commit(partition, { deletes: [key] });
  }
  await removeUser(deps, from, { action, mergedInto: into, ...actor });
  return merge;
}

async function requireMergeable({ store }: DeleteUserDeps, { from, into }: UsersToMerge): Promise<User> {
  if (from === into) {
    throw new InvalidInputError(action, [{ pointer: "/into", message: "must be another user than from" }]);
  }
  const [old, user] = [await readUser(store, from), await readUser(store, into)];
  if (old === null) throw new NotFoundError(`${action}: there is no user "${from}"`);
  if (user === null) throw new NotFoundError(`${action}: there is no user "${into}"`);
  if (old.status === user.status) return user;
  // Else keys of a disabled user would work again, or those of an active user would not.
  const message = `must both be active or both disabled: "${from}" is ${old.status}, "${into}" is ${user.status}`;
  throw new InvalidInputError(action, [{ pointer: "", message }]);
}

interface Step extends UsersToMerge {
  organizationSlug: string;
}

/** Merges the memberships of one organization. Returns the resulting role, or null when the old user is no member. */
async function mergeMembership(
  deps: DeleteUserDeps,
  step: Step,
  actor: Actor,
  merge: { movedKeys: number },
): Promise<Role | null> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const memberships = await readMemberships(deps, step);
    if (memberships === null) return null;
    const raised = await raise(deps, step, memberships, actor);
    if (raised === null) continue;
    merge.movedKeys += await moveKeys(deps, step, actor);
    if (await end(deps, step, { old: memberships.old.version, kept: raised.version }, actor))
      return raised.role;
  }
  throw new ContentionError(
    `${action}: the memberships in "${step.organizationSlug}" were changed at the same time, ${attempts} times in a row`,
  );
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

/** Gives the user who stays at least the role of the other. Returns that membership, or null when one was changed at the same time. */
async function raise(
  deps: DeleteUserDeps,
  { from, into, organizationSlug }: Step,
  { old, kept }: Memberships,
  { by, via }: Actor,
): Promise<{ role: Role; version: string } | null> {
  const { store, emit } = deps;
  const role = kept === null ? old.data.role : higherRole(kept.data.role, old.data.role);
  if (kept?.data.role === role) return { role, version: kept.version };
  const place = organizationOfUserLocation(into, organizationSlug);
  // The user's list first: an entry without a membership opens nothing.
  await store.commit(place.partition, { sets: [{ key: place.key, data: { organizationSlug } }] });
  const { partition, key } = membershipLocation(into, organizationSlug);
  const audit = auditRecord(deps, { action: "member.set", subject: into, by, via, detail: role });
  const result = await store.commit(partition, {
    checks: [
      { key: membershipLocation(from, organizationSlug).key, version: old.version },
      kept === null ? { key, exists: false } : { key, version: kept.version },
    ],
    sets: [{ key, data: { userId: into, role } satisfies Membership }, audit],
  });
  if (!result.committed) return null;
  emit("membershipChanged", { userId: into, organizationSlug, role });
  return { role, version: result.version };
}

/** Ends the old membership while the other is as it was read: an organization keeps its owner. Returns whether it did. */
async function end(
  deps: DeleteUserDeps,
  { from, into, organizationSlug }: Step,
  versions: { old: string; kept: string },
  { by, via }: Actor,
): Promise<boolean> {
  const { partition, key } = membershipLocation(from, organizationSlug);
  const audit = auditRecord(deps, { action: "member.removed", subject: from, by, via, detail: into });
  const result = await deps.store.commit(partition, {
    checks: [
      { key, version: versions.old },
      { key: membershipLocation(into, organizationSlug).key, version: versions.kept },
    ],
    deletes: [key],
    sets: [audit],
  });
  if (result.committed) deps.emit("membershipChanged", { userId: from, organizationSlug });
  return result.committed;
}

async function moveKeys(deps: DeleteUserDeps, step: Step, actor: Actor): Promise<number> {
  const { from: userId, organizationSlug } = step;
  let moved = 0;
  for await (const found of keysOfUser(deps.store, { organizationSlug, userId })) {
    if (await moveKey(deps, found, step, actor)) moved++;
  }
  return moved;
}

async function moveKey(
  deps: DeleteUserDeps,
  found: Stored<Credential>,
  { from, into, organizationSlug }: Step,
  { by, via }: Actor,
): Promise<boolean> {
  const { id } = found.data;
  const { partition, key } = credentialLocation(id);
  // The audit first: no key changes hands without an entry.
  const audit = auditRecord(deps, { action: "key.moved", subject: id, by, via, detail: into });
  await deps.store.commit(["org", organizationSlug], { sets: [audit] });
  let current: Stored<Credential> | null = found;
  for (let attempt = 0; attempt < attempts && current?.data.userId === from; attempt++) {
    const result = await deps.store.commit(partition, {
      checks: [{ key, version: current.version }],
      sets: [{ key, data: { ...current.data, userId: into } satisfies Credential }],
    });
    if (result.committed) return true;
    current = await deps.store.get<Credential>({ partition, key });
  }
  if (current?.data.userId !== from) return false;
  throw new ContentionError(
    `${action}: the key "${id}" was changed at the same time, ${attempts} times in a row`,
  );
}

/** Revokes the keys of a former membership: they were refused, and must not work for the other user. */
async function revokeRemaining(
  { store, apiKeys }: DeleteUserDeps,
  { from: userId, organizationSlug }: Step,
  actor: Actor,
): Promise<void> {
  for await (const { data } of keysOfUser(store, { organizationSlug, userId })) {
    if (data.revokedAt === undefined) await apiKeys.revoke(organizationSlug, data.id, actor);
  }
}
