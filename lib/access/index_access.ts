import type { KeyPart, Store } from "../store/mod.ts";
import type { Invitation } from "./invitations/invitation.ts";
import { invitationEntries } from "./invitations/invitation_location.ts";
import { indexMembers } from "./memberships/member_index.ts";
import type { Membership } from "./users/user.ts";

/** Key of the mark of an organization whose members and invitations are all in their indexes. */
const indexedKey: readonly KeyPart[] = ["access-indexed"];

/** Number of records that a commit indexes. */
const indexedAtOnce = 10;

/** Indexes the members and invitations of an organization, if that has not happened. */
export async function ensureAccessIndexed(store: Store, organizationSlug: string): Promise<void> {
  const mark = await store.getOrDamage({ partition: ["org", organizationSlug], key: indexedKey });
  if (mark === null) await indexAccess(store, organizationSlug);
}

/** Indexes all members and invitations of an organization. Other requests run in between. */
export async function indexAccess(store: Store, organizationSlug: string): Promise<void> {
  const partition = ["org", organizationSlug];
  let isEmpty = true;
  for await (const members of store.listPages<Membership>(partition, { prefix: ["member"] }, indexedAtOnce)) {
    isEmpty = false;
    await indexMembers(store, organizationSlug, members);
  }
  const invitations = store.listPages<Invitation>(partition, { prefix: ["invitation"] }, indexedAtOnce);
  for await (const page of invitations) {
    isEmpty = false;
    await store.commit(partition, { sets: page.flatMap(({ data }) => invitationEntries(data)) });
  }
  // A host can keep the members elsewhere, and the organization may have been deleted.
  if (!isEmpty) await store.commit(partition, { sets: [{ key: indexedKey, data: {} }] });
}
