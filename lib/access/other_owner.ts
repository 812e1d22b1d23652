import type { KeyPart, Store } from "../store/mod.ts";
import { membershipLocation } from "./membership_location.ts";
import { type Membership, readUser } from "./user.ts";

/**
 * Returns a commit check on another active owner's membership, or null if the user is the last owner. With this check, two owners who remove
 * each other concurrently cannot both succeed.
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
