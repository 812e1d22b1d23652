import type { Actor } from "../../base/actor.ts";
import { forEachRecord } from "../../base/bounded_tasks.ts";
import { onFirstUse } from "../../base/first_use.ts";
import { LastOwnerError, NotFoundError } from "../../base/errors.ts";
import { DamagedRecordError, dataOf, type StoreChanges } from "../../store/mod.ts";
import type { AccessDeps } from "../access_deps.ts";
import type { EraseUserDeps } from "./erase_user.ts";
import type { ApiKeys } from "../api_keys/api_keys.ts";
import { auditRecord } from "../audit.ts";
import { keysOfUser } from "../api_keys/keys_of_user.ts";
import {
  memberEvent,
  membershipLocation,
  organizationOfUserLocation,
} from "../memberships/membership_location.ts";
import { endedMembership } from "../memberships/member_index.ts";
import { findOtherOwner } from "../memberships/other_owner.ts";
import { removeUser } from "./remove_user.ts";
import { setUserStatus } from "./set_user_status.ts";
import { listOrganizationsOfUser, type Membership, type User, userDirectory, userLocation } from "./user.ts";
import { userDataParts } from "./user_data_parts.ts";

/** Dependencies of {@link deleteUser}. */
export interface DeleteUserDeps extends EraseUserDeps {
  apiKeys: Pick<ApiKeys, "revoke">;
}

/** Author and progress of the deletion of a user. */
export interface UserDeletionOptions extends Actor {
  onProgress?: (keys: number) => void;
}

const action = "Cannot delete the user";

const loadErasure = onFirstUse(() => import("./erase_user.ts"));

/**
 * Deletes a user. Ends the ownerships first, because only this step can be refused. Then disables the user, so the remaining keys and
 * sessions are refused. An organization's entry in the user's list is deleted last, so the next call can complete an interrupted deletion.
 * The user's record is deleted after the address has been erased everywhere else, because only this record has the address then.
 *
 * @param options.onProgress called with the number of revoked keys so far
 * @throws {NotFoundError} if the user does not exist
 * @throws {LastOwnerError} if an organization would have no owner left
 */
export async function deleteUser(
  deps: DeleteUserDeps,
  userId: string,
  { onProgress, ...actor }: UserDeletionOptions,
): Promise<void> {
  const { store } = deps;
  const user = await store.getOrDamage<User>(userLocation(userId));
  if (user === null && !(await store.has({ partition: userDirectory, key: [userId] }))) {
    throw new NotFoundError(`${action}: there is no user "${userId}"`);
  }
  if (user !== null) {
    const places = (await listOrganizationsOfUser(store, userId)).map((organizationSlug) => ({
      organizationSlug,
      userId,
    }));
    await endOwnerships(deps, places, actor);
    // A damaged user record already grants no access.
    const isOpen = !(user instanceof DamagedRecordError) && user.data.status !== "disabled";
    if (isOpen) await setUserStatus(deps, userId, "disabled", actor);
    let revoked = 0;
    const onRevoked = (): void => onProgress?.(++revoked);
    if (!(user instanceof DamagedRecordError)) {
      const { eraseUser } = await loadErasure();
      await eraseUser(deps, { user: user.data, actor, parts: userDataParts });
    }
    for (const place of places) await leaveNothing(deps, place, { ...actor, onRevoked });
  }
  await removeUser(deps, userId, { action, ...actor });
}

/** Ends the ownerships. If another owner is missing, it ends none, except when the other owners leave concurrently. */
async function endOwnerships(deps: AccessDeps, places: readonly Place[], actor: Actor): Promise<void> {
  const owned: Place[] = [];
  for (const place of places) {
    const { organizationSlug, userId } = place;
    const [membership] = await deps.store.getReadable<[Membership]>([
      membershipLocation(userId, organizationSlug),
    ]);
    if (membership?.data.role === "owner") owned.push(place);
  }
  for (const place of owned) await requireOtherOwner(deps.store, place);
  for (const place of owned) await endMembership(deps, place, actor);
}

async function requireOtherOwner(
  store: AccessDeps["store"],
  place: Place,
): Promise<NonNullable<Awaited<ReturnType<typeof findOtherOwner>>>> {
  const other = await findOtherOwner(store, place);
  if (other !== null) return other;
  throw new LastOwnerError(
    `${action}: "${place.userId}" is the last owner of "${place.organizationSlug}". ` +
      "Make another member an owner, or delete the organization",
  );
}

interface Place {
  organizationSlug: string;
  userId: string;
}

async function leaveNothing(
  deps: DeleteUserDeps,
  place: Place,
  { onRevoked, ...actor }: Actor & { onRevoked: () => void },
): Promise<void> {
  const { organizationSlug, userId } = place;
  await endMembership(deps, place, actor);
  await forEachRecord(keysOfUser(deps.store, place), async ({ data }) => {
    if (data.revokedAt !== undefined) return;
    await deps.apiKeys.revoke({ organizationSlug, keyId: data.id }, actor);
    onRevoked();
  });
  const { partition, key } = organizationOfUserLocation(userId, organizationSlug);
  await deps.store.commit(partition, { deletes: [key] });
}

async function endMembership(deps: AccessDeps, place: Place, { by, via }: Actor): Promise<void> {
  const { store, outbox } = deps;
  const { organizationSlug, userId } = place;
  const location = membershipLocation(userId, organizationSlug);
  const { key } = location;
  const event = memberEvent({ id: userId });
  const user = dataOf(await store.getOrDamage<User>(userLocation(userId)));
  const subject = `${action}: the membership in "${organizationSlug}"`;
  await store.writes.repeatInTurn(location, subject, async () => {
    const found = await store.getOrDamage<Membership>(location);
    if (found === null) return true;
    const isDamaged = found instanceof DamagedRecordError;
    const checks: NonNullable<StoreChanges["checks"]>[number][] = [
      isDamaged ? { key, exists: true } : { key, version: found.version },
    ];
    if (!isDamaged && found.data.role === "owner") checks.push(await requireOtherOwner(store, place));
    const audit = auditRecord(deps, { action: "member.removed", subject: userId, by, via });
    const removal = { checks, deletes: endedMembership(userId, user ?? null), sets: [audit] };
    const result = await outbox.commit(organizationSlug, removal, [event]);
    return result.committed || null;
  });
}
