import type { KeyPart, Store } from "../../store/mod.ts";
import { ensureAccessIndexed } from "../index_access.ts";
import { type MemberEntry, ownersPrefix } from "./member_index.ts";
import { memberKey, membershipLocation } from "./membership_location.ts";
import { type Membership, type User, userLocation } from "../users/user.ts";

/** Number of owners that are read in one batch. */
const readAtOnce = 20;

/**
 * Returns a commit check on another active owner's membership, or null if the user is the last owner. With this check, two owners who remove
 * each other concurrently cannot both succeed.
 */
export async function findOtherOwner(
  store: Store,
  { organizationSlug, userId }: { organizationSlug: string; userId: string },
): Promise<{ key: readonly KeyPart[]; version: string } | null> {
  await ensureAccessIndexed(store, organizationSlug);
  const partition = ["org", organizationSlug];
  for await (const page of store.listPages<MemberEntry>(partition, { prefix: ownersPrefix }, readAtOnce)) {
    const ids = page.map(({ data }) => data.userId).filter((id) => id !== userId);
    const [memberships, users] = await Promise.all([
      store.getReadable<Membership[]>(ids.map((id) => membershipLocation(id, organizationSlug))),
      store.getReadable<User[]>(ids.map(userLocation)),
    ]);
    for (const [index, id] of ids.entries()) {
      const membership = memberships[index];
      if (membership?.data.role !== "owner" || users[index]?.data.status !== "active") continue;
      return { key: memberKey(id), version: membership.version };
    }
  }
  return null;
}
