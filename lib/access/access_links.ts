import {
  addressAt,
  encodeKey,
  type DerivedRecord,
  type OpenedRecord,
  type RecordLinks,
} from "../store/mod.ts";
import { type Credential, keyListLocation } from "./verification/credential.ts";
import { claimKey, usersOfAddress } from "./users/email_addresses.ts";
import type { Invitation } from "./invitations/invitation.ts";
import { invitationEntries, invitationsOfInvitee, inviteeOf } from "./invitations/invitation_location.ts";
import { indexEntriesOf } from "./api_keys/key_index.ts";
import { memberKeys } from "./memberships/member_index.ts";
import { organizationOfUserLocation } from "./memberships/membership_location.ts";
import { type Membership, type User, userDirectory } from "./users/user.ts";

/**
 * Returns the links of a user, membership, invitation or key record. Their list entries are not checked for a source, because an
 * interrupted command can leave a dangling entry, which readers skip.
 */
export function accessLinks(record: OpenedRecord): RecordLinks | undefined {
  const [partition = ""] = record.partition.split("!", 1);
  const [key = ""] = record.key.split("!", 1);
  if (partition === "user" && key === "user") return { derived: entriesOfUser(record.data as User) };
  if (partition === "key" && key === "credential") {
    return { derived: entriesOfKey(record.data as Credential) };
  }
  if (partition !== "org") return undefined;
  // The slug of an organization needs no encoding.
  const organizationSlug = record.partition.slice("org!".length);
  if (key === "member") {
    return { derived: entriesOfMember(record.data as Membership, organizationSlug) };
  }
  if (key !== "invitation") return undefined;
  return { derived: entriesOfInvitation(record.data as Invitation, organizationSlug) };
}

function entriesOfUser({ id: userId, email }: User): DerivedRecord[] {
  const listed = { ...addressAt({ partition: userDirectory, key: [userId] }), data: { userId } };
  if (email === undefined) return [listed];
  const place = addressAt({ partition: usersOfAddress(email), key: [userId] });
  return [listed, { ...place, data: { userId }, alternative: encodeKey(claimKey) }];
}

/** Links the key to its organization's ID: a new organization with the same slug must not list keys of a deleted organization. */
function entriesOfKey(credential: Credential): DerivedRecord[] {
  const { id: keyId, organizationSlug, organizationId, revokedAt } = credential;
  const partition = ["org", organizationSlug];
  const onlyIf = { address: addressAt({ partition, key: ["organization"] }), id: organizationId };
  const listed = { ...addressAt(keyListLocation(organizationSlug, keyId)), data: { keyId }, onlyIf };
  const indexed = indexEntriesOf(credential).map(({ data, keys: { live, ended = live } }) => {
    // Lists move the entry of a key that ends, so it can be in either index.
    const [key, alternative] = revokedAt === undefined ? [live, ended] : [ended, live];
    return { ...addressAt({ partition, key }), data, alternative: encodeKey(alternative), onlyIf };
  });
  return [listed, ...indexed];
}

function entriesOfMember(membership: Membership, organizationSlug: string): DerivedRecord[] {
  const { userId } = membership;
  const partition = ["org", organizationSlug];
  const indexed = memberKeys(membership, null).map((key) => ({
    ...addressAt({ partition, key }),
    data: { userId },
  }));
  const place = addressAt(organizationOfUserLocation(userId, organizationSlug));
  return [{ ...place, data: { organizationSlug } }, ...indexed];
}

function entriesOfInvitation(invitation: Invitation, organizationSlug: string): DerivedRecord[] {
  const listed = {
    ...addressAt({ partition: invitationsOfInvitee(inviteeOf(invitation)), key: [organizationSlug] }),
    data: { organizationSlug },
    expiresAt: Date.parse(invitation.expiresAt),
  };
  const indexed = invitationEntries(invitation).map(({ key, ...entry }) => ({
    ...addressAt({ partition: ["org", organizationSlug], key }),
    ...entry,
  }));
  return [listed, ...indexed];
}
