import type { Actor } from "../actor.ts";
import { forEachRecord } from "../bounded_tasks.ts";
import { type ChangeOfData, rewriteEvents } from "../events/mod.ts";
import { type KeyPart, rewriteRecords } from "../store/mod.ts";
import type { AccessDeps } from "./access_deps.ts";
import { addressEraser } from "./address_eraser.ts";
import { type AuditEntry, auditPrefix, auditRecord } from "./audit.ts";
import { findUsersByAddress } from "./email_addresses.ts";
import type { Invitation } from "./invitation.ts";
import {
  invitationKeys,
  invitationLocation,
  invitationsOfInvitee,
  type Invitee,
  inviteesOf,
} from "./invitation_location.ts";
import { listOrganizationsOfUser, type User } from "./user.ts";

/** Dependencies of {@link eraseUser}. */
export interface EraseUserDeps extends AccessDeps {
  /** Lists the slugs of all organizations whose records may have the address. */
  organizations: () => AsyncIterable<string>;
  /** Changes the events in the deliveries of an organization's webhooks. */
  rewriteDeliveries: (
    organizationSlug: string,
    change: { change: ChangeOfData; areEventsChanged: boolean },
  ) => Promise<void>;
}

/**
 * Ends the pending invitations of a user, and replaces the email address by the ID in audit entries, events and deliveries of all
 * organizations. If another user has the same address, it stays, because it is not only the address of this user.
 */
export async function eraseUser(deps: EraseUserDeps, user: User, actor: Actor): Promise<void> {
  const { id, email } = user;
  const isShared =
    email === undefined || (await findUsersByAddress(deps.store, email)).some((other) => other.id !== id);
  const invitees = inviteesOf(isShared ? { id } : user);
  const erase = isShared ? undefined : addressEraser({ id, email });
  await forEachRecord(organizationsOf(deps, user), async (organizationSlug) => {
    for (const invitee of invitees) await endInvitation(deps, { invitee, organizationSlug, id }, actor);
    if (erase !== undefined) await eraseFromOrganization(deps, organizationSlug, erase);
  });
  for (const invitee of invitees) await deps.store.deleteAll(invitationsOfInvitee(invitee), []);
}

/** Yields each organization once. The list may lack the organizations of memberships and invitations: a host may keep them. */
export async function* organizationsOf(
  { store, organizations }: Pick<EraseUserDeps, "store" | "organizations">,
  user: User,
): AsyncGenerator<string> {
  const slugs = new Set<string>(await listOrganizationsOfUser(store, user.id));
  for await (const slug of organizations()) slugs.add(slug);
  for (const invitee of inviteesOf(user)) {
    const listed = store.listAll<{ organizationSlug: string }>(invitationsOfInvitee(invitee), { prefix: [] });
    for await (const { data } of listed) slugs.add(data.organizationSlug);
  }
  yield* slugs;
}

/** Ends a pending invitation of the user, if there is one. The audit entry and the event have the ID only. */
async function endInvitation(
  deps: EraseUserDeps,
  { invitee, organizationSlug, id: userId }: { invitee: Invitee; organizationSlug: string; id: string },
  { by, via }: Actor,
): Promise<void> {
  const { store, outbox } = deps;
  const location = invitationLocation(invitee, organizationSlug);
  await store.writes.repeat("Cannot delete the user: an invitation", async () => {
    const found = await store.get<Invitation>(location);
    if (found === null) return true;
    const { id, role, by: inviter } = found.data;
    const act = { action: "invitation.revoked", subject: userId, by, via, detail: role } as const;
    const changes = {
      checks: [{ key: location.key, version: found.version }],
      deletes: [location.key, ...invitationKeys(found.data)],
      sets: [auditRecord(deps, act)],
    };
    const data = {
      id,
      status: "revoked",
      role,
      userId,
      ...(inviter === undefined ? {} : { by: inviter }),
    } as const;
    const result = await outbox.commit(organizationSlug, changes, [{ type: "invitation.changed", data }]);
    return result.committed || null;
  });
}

async function eraseFromOrganization(
  { store, outbox, rewriteDeliveries }: EraseUserDeps,
  organizationSlug: string,
  erase: ChangeOfData,
): Promise<void> {
  const partition: KeyPart[] = ["org", organizationSlug];
  await rewriteRecords<AuditEntry>(store, { partition, prefix: auditPrefix, change: erase });
  // Events of earlier commits may still be in the outbox.
  await outbox.drain(organizationSlug);
  const areEventsChanged = await rewriteEvents(store, organizationSlug, erase);
  await rewriteDeliveries(organizationSlug, { change: erase, areEventsChanged });
}
