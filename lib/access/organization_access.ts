import type { Store } from "../store/mod.ts";
import { credentialLocation } from "./credential.ts";
import { invitationLocation, invitationsOfInvitee } from "./invitation_location.ts";
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
 * so that a deletion that was interrupted finds the rest.
 */
export async function deleteOrganizationAccess(store: Store, organizationSlug: string): Promise<void> {
  const partition = ["org", organizationSlug];
  for await (const { data } of store.listAll<{ keyId: string }>(partition, { prefix: ["key"] })) {
    // The keys of a partition were rolled from one another: all are of one organization.
    await store.deleteAll(credentialLocation(data.keyId).partition, []);
    await store.commit(partition, { deletes: [["key", data.keyId]] });
  }
  for await (const { data } of store.listAll<Membership>(partition, { prefix: ["member"] })) {
    const place = organizationOfUserLocation(data.userId, organizationSlug);
    await store.commit(place.partition, { deletes: [place.key] });
    await store.commit(partition, { deletes: [["member", data.userId]] });
  }
  for await (const { data } of store.listAll<Invitation>(partition, { prefix: ["invitation"] })) {
    const invitee = inviteeOf(data);
    await store.commit(invitationsOfInvitee(invitee), { deletes: [[organizationSlug]] });
    await store.commit(partition, { deletes: [invitationLocation(invitee, organizationSlug).key] });
  }
}
