import { forEachRecord } from "../bounded_tasks.ts";
import { DamagedRecordError, lastTextOf, type Store } from "../store/mod.ts";
import { credentialLocation } from "./credential.ts";
import { invitationsOfInvitee, inviteeOf } from "./invitation_location.ts";
import type { Invitation } from "./invitation.ts";
import { organizationOfUserLocation } from "./membership_location.ts";
import type { Membership } from "./users.ts";

/** Number of an organization's members, keys and audit entries. */
export interface AccessCounts {
  members: number;
  /** Number of keys, including expired and revoked keys. */
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
 * Deletes an organization's keys with their counters, its memberships and its invitations. Each list entry is deleted after the records it
 * refers to, so a repeated call can complete an interrupted deletion. For a damaged entry, the record's key supplies the reference.
 *
 * @param onDeleted called with the number of deleted records after each commit
 */
export async function deleteOrganizationAccess(
  store: Store,
  organizationSlug: string,
  onDeleted: (records: number) => void,
): Promise<void> {
  const partition = ["org", organizationSlug];
  const deleteEntry = async (key: string): Promise<void> => {
    await store.commit(partition, { deletedEntries: [key] });
    onDeleted(1);
  };
  await forEachRecord(
    store.listWithDamaged<{ keyId: string }>(partition, { prefix: ["key"] }),
    async (entry) => {
      const keyId = entry instanceof DamagedRecordError ? lastTextOf(entry.key) : entry.data.keyId;
      // All keys of a partition belong to one organization: a key and the keys it was rolled to.
      if (keyId !== undefined) await store.deleteAll(credentialLocation(keyId).partition, [], { onDeleted });
      await deleteEntry(entry.key);
    },
  );
  await forEachRecord(store.listWithDamaged<Membership>(partition, { prefix: ["member"] }), async (entry) => {
    const userId = entry instanceof DamagedRecordError ? lastTextOf(entry.key) : entry.data.userId;
    if (userId !== undefined) {
      const place = organizationOfUserLocation(userId, organizationSlug);
      await store.commit(place.partition, { deletes: [place.key] });
    }
    await deleteEntry(entry.key);
  });
  const invitations = store.listWithDamaged<Invitation>(partition, { prefix: ["invitation"] });
  await forEachRecord(invitations, async (entry) => {
    // Readers of the invitee's list skip entries without an invitation.
    if (!(entry instanceof DamagedRecordError)) {
      await store.commit(invitationsOfInvitee(inviteeOf(entry.data)), { deletes: [[organizationSlug]] });
    }
    await deleteEntry(entry.key);
  });
}
