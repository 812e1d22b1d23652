import type { KeyPart, Store } from "../store/mod.ts";
import { membershipLocation } from "./membership_location.ts";
import { type Membership, readUser } from "./user.ts";

/**
 * Returns the membership of another active owner, as a check for the commit that takes the role from a user: two owners that remove each
 * other at the same time cannot both succeed. Null when the user is the last owner.
 */
export async function findOtherOwner(
  store: Store,
  { organizationSlug, userId }: { organizationSlug: string; userId: string },
): Promise<{ key: readonly KeyPart[]; version: string } | null> {
  const { partition } = membershipLocation(userId, organizationSlug);
  for await (const { data, version } of store.listAll<Membership>(partition, { prefix: ["member"] })) {
    if (data.role !== "owner" || data.userId === userId) continue;
    const owner = await readUser(store, data.userId);
    if (owner?.status === "active") {
      return { key: membershipLocation(data.userId, organizationSlug).key, version };
    }
  }
  return null;
}
