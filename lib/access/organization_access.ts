import { DamagedRecordError, lastTextOf, type Store } from "../store/mod.ts";
import { credentialLocation } from "./credential.ts";
import { invitationsOfInvitee } from "./invitation_location.ts";
import { type Invitation, inviteeOf } from "./invitations.ts";
import { organizationOfUserLocation } from "./membership_location.ts";
import type { Membership } from "./users.ts";

/** How many may do something with an organization. */
export interface AccessCounts {
  members: number;
  /** Expired and revoked ones are among them. */
  keys: number;
  auditEntries: number;
}

/** Counts the members, keys and audit entries of an organization. */
export async function countOrganizationAccess(store: Store, organizationSlug: string): Promise<AccessCounts> {
  const partition = ["org", organizationSlug];
  return {
    members: await store.count(partition, ["member"]),
    keys: await store.count(partition, ["key"]),
    auditEntries: await store.count(partition, ["audit"]),
  };
}

/**
 * Deletes the keys of an organization, what was counted for them, its memberships and its invitations. Each entry of a list goes after what it leads to,
 * so that a deletion that was interrupted finds the rest. A damaged entry leads to what its key names.
 */
export async function deleteOrganizationAccess(store: Store, organizationSlug: string): Promise<void> {
  const partition = ["org", organizationSlug];
  for await (const entry of store.listWithDamaged<{ keyId: string }>(partition, { prefix: ["key"] })) {
    const keyId = entry instanceof DamagedRecordError ? lastTextOf(entry.key) : entry.data.keyId;
    // The keys of a partition were rolled from one another: all are of one organization.
    if (keyId !== undefined) await store.deleteAll(credentialLocation(keyId).partition, []);
    await store.commit(partition, { deletedEntries: [entry.key] });
  }
  for await (const entry of store.listWithDamaged<Membership>(partition, { prefix: ["member"] })) {
    const userId = entry instanceof DamagedRecordError ? lastTextOf(entry.key) : entry.data.userId;
    if (userId !== undefined) {
      const place = organizationOfUserLocation(userId, organizationSlug);
      await store.commit(place.partition, { deletes: [place.key] });
    }
    await store.commit(partition, { deletedEntries: [entry.key] });
  }
  for await (const entry of store.listWithDamaged<Invitation>(partition, { prefix: ["invitation"] })) {
    const invitee = entry instanceof DamagedRecordError ? undefined : inviteeOf(entry.data);
    // The invitee's list passes over an entry whose invitation is gone.
    if (invitee !== undefined) {
      await store.commit(invitationsOfInvitee(invitee), { deletes: [[organizationSlug]] });
    }
    await store.commit(partition, { deletedEntries: [entry.key] });
  }
}
