import type { Actor } from "../../base/actor.ts";
import type { AccessDeps } from "../access_deps.ts";
import { type AddressRange, eraseAddress } from "./erase_address.ts";
import type { Invitation } from "../invitations/invitation.ts";
import type { Invitee } from "../invitations/invitation_location.ts";
import type { User } from "./user.ts";
import type { UserDataParts } from "./user_data_parts.ts";

/** Dependencies of {@link eraseUser}. */
export interface EraseUserDeps extends AccessDeps {
  /** Lists the slugs of all organizations in the store. */
  organizations: () => AsyncIterable<string>;
  /** Makes another user the creator of the posts and files that a user created in an organization. */
  changeCreator: (organizationSlug: string, users: { from: string; into: string }) => Promise<void>;
  deliveries: {
    /** Lists the slugs of the organizations with records about deliveries, also those of a host. */
    organizations: () => AsyncIterable<string>;
    /** Returns the ranges of an organization's records about deliveries: the states of its webhooks, and all records. */
    rangesOf: (organizationSlug: string) => { states: AddressRange; all: AddressRange };
  };
}

/**
 * Ends the pending invitations of a user, and replaces the email address by the ID in audit entries, events and deliveries of all
 * organizations. If another user has the same address, it stays, because it is not only the address of this user.
 */
export async function eraseUser(
  deps: EraseUserDeps,
  { user, actor, parts }: { user: User; actor: Actor; parts: UserDataParts },
): Promise<void> {
  const { id, email } = user;
  const sharing = email === undefined ? [] : await parts.findUsersByAddress(deps.store, email);
  const isShared = sharing.some((other) => other.id !== id);
  const invitees = parts.inviteesOf(isShared ? { id } : user);
  const turns = deps.store.turns();
  await parts.forEachRecord(organizationsOf(deps, user, parts), async (organizationSlug) => {
    if (turns.isOver) await turns.next();
    for (const invitee of invitees)
      await endInvitation(deps, { invitee, organizationSlug, id, actor, parts });
    if (email !== undefined && !isShared)
      await eraseFromOrganization(deps, { organizationSlug, user: { id, email }, parts });
  });
  for (const invitee of invitees) await deps.store.deleteAll(parts.invitationsOfInvitee(invitee), []);
}

/** Yields each organization once. The list may lack the organizations of memberships and invitations: a host may keep them. */
export async function* organizationsOf(
  { store, organizations, deliveries }: Pick<EraseUserDeps, "store" | "organizations" | "deliveries">,
  user: User,
  { listOrganizationsOfUser, inviteesOf, invitationsOfInvitee }: UserDataParts,
): AsyncGenerator<string> {
  const slugs = new Set<string>(await listOrganizationsOfUser(store, user.id));
  for (const list of [organizations, deliveries.organizations]) {
    for await (const slug of list()) slugs.add(slug);
  }
  for (const invitee of inviteesOf(user)) {
    const listed = store.listAll<{ organizationSlug: string }>(invitationsOfInvitee(invitee), { prefix: [] });
    for await (const { data } of listed) slugs.add(data.organizationSlug);
  }
  const turns = store.turns();
  for (const slug of slugs) {
    if (turns.isOver) await turns.next();
    yield slug;
  }
}

interface InvitationToEnd {
  invitee: Invitee;
  organizationSlug: string;
  id: string;
  actor: Actor;
  parts: UserDataParts;
}

/** Ends a pending invitation of the user, if there is one. The audit entry and the event have the ID only. */
async function endInvitation(
  deps: EraseUserDeps,
  { invitee, organizationSlug, id: userId, actor: { by, via }, parts }: InvitationToEnd,
): Promise<void> {
  const { store, outbox } = deps;
  const location = parts.invitationLocation(invitee, organizationSlug);
  await store.writes.repeat("Cannot delete the user: an invitation", async () => {
    const found = await store.get<Invitation>(location);
    if (found === null) return true;
    const { id, role, by: inviter } = found.data;
    const act = { action: "invitation.revoked", subject: userId, by, via, detail: role } as const;
    const changes = {
      checks: [{ key: location.key, version: found.version }],
      deletes: [location.key, ...parts.invitationKeys(found.data)],
      sets: [parts.auditRecord(deps, act)],
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
  { store, outbox, deliveries }: EraseUserDeps,
  {
    organizationSlug,
    user,
    parts,
  }: { organizationSlug: string; user: { id: string; email: string }; parts: UserDataParts },
): Promise<void> {
  const audit = { partition: ["org", organizationSlug], prefix: parts.auditPrefix };
  await eraseAddress(store, audit, { user });
  // Events of earlier commits may still be in the outbox.
  await outbox.drain(organizationSlug);
  const areEventsChanged = await eraseAddress(store, parts.eventRange(organizationSlug), { user });
  const { states, all } = deliveries.rangesOf(organizationSlug);
  if (areEventsChanged) await eraseAddress(store, states, { user, isForced: true });
  await eraseAddress(store, all, { user });
}
