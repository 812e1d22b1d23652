import type { Clock } from "../clock.ts";
import type { RandomBytes } from "../random.ts";
import type { Store } from "../store/mod.ts";
import { auditRecord } from "./audit.ts";
import { membershipLocation, organizationOfUserLocation } from "./membership_location.ts";
import type { Role } from "./permissions.ts";

/** Who becomes what in which organization, and by whom. */
interface NewMembership {
  organizationSlug: string;
  userId: string;
  role: Role;
  by: string | undefined;
  via?: string | undefined;
}

/**
 * Writes a membership and its audit entry.
 *
 * @param options.isNew whether there must be none yet
 * @returns whether it was written: false when there must be none, and is one
 */
export async function writeMembership(
  deps: { store: Store; clock: Clock; randomBytes: RandomBytes },
  { organizationSlug, userId, role, by, via }: NewMembership,
  { isNew }: { isNew: boolean },
): Promise<boolean> {
  const place = organizationOfUserLocation(userId, organizationSlug);
  // The user's list first: an entry without a membership opens nothing, and is passed over.
  await deps.store.commit(place.partition, { sets: [{ key: place.key, data: { organizationSlug } }] });
  const { partition, key } = membershipLocation(userId, organizationSlug);
  const audit = auditRecord(deps, { action: "member.set", subject: userId, by, via, detail: role });
  const result = await deps.store.commit(partition, {
    checks: isNew ? [{ key, exists: false }] : [],
    sets: [{ key, data: { userId, role } }, audit],
  });
  return result.committed;
}
