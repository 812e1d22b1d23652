import { forEachRecord } from "../../base/bounded_tasks.ts";
import { DamagedRecordError, lastTextOf, type Store, type Stored } from "../../store/mod.ts";
import { credentialLocation } from "../verification/credential.ts";
import { invitationsOfInvitee, inviteeOf } from "../invitations/invitation_location.ts";
import type { Invitation } from "../invitations/invitation.ts";
import { organizationOfUserLocation } from "./membership_location.ts";
import type { Membership } from "../users/users.ts";

/** Number of list entries that one commit deletes. */
const deletedAtOnce = 100;

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
  const deletion = { store, partition: ["org", organizationSlug], onDeleted };
  await deleteEntries<{ keyId: string }>(deletion, "key", async (entry) => {
    const keyId = entry instanceof DamagedRecordError ? lastTextOf(entry.key) : entry.data.keyId;
    // All keys of a partition belong to one organization: a key and the keys it was rolled to.
    if (keyId !== undefined) await store.deleteAll(credentialLocation(keyId).partition, [], { onDeleted });
  });
  await deleteEntries<Membership>(deletion, "member", async (entry) => {
    const userId = entry instanceof DamagedRecordError ? lastTextOf(entry.key) : entry.data.userId;
    if (userId === undefined) return;
    const place = organizationOfUserLocation(userId, organizationSlug);
    await store.commit(place.partition, { deletes: [place.key] });
  });
  await deleteEntries<Invitation>(deletion, "invitation", async (entry) => {
    // Readers of the invitee's list skip entries without an invitation.
    if (entry instanceof DamagedRecordError) return;
    await store.commit(invitationsOfInvitee(inviteeOf(entry.data)), { deletes: [[organizationSlug]] });
  });
}

/** Deletes the entries of a list, many in one commit, after the records that they refer to. */
async function deleteEntries<Entry>(
  {
    store,
    partition,
    onDeleted,
  }: { store: Store; partition: readonly string[]; onDeleted: (records: number) => void },
  kind: string,
  deleteReferred: (entry: Stored<Entry> | DamagedRecordError) => Promise<void>,
): Promise<void> {
  let done: string[] = [];
  const deleteDone = async (): Promise<void> => {
    const deletedEntries = done;
    done = [];
    await store.commit(partition, { deletedEntries });
    onDeleted(deletedEntries.length);
  };
  await forEachRecord(store.listWithDamaged<Entry>(partition, { prefix: [kind] }), async (entry) => {
    await deleteReferred(entry);
    done.push(entry.key);
    if (done.length >= deletedAtOnce) await deleteDone();
  });
  if (done.length > 0) await deleteDone();
}
