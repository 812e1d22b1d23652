import type { Clock } from "../clock.ts";
import type { RandomBytes } from "../random.ts";
import type { Store } from "../store/mod.ts";
import { auditRecord } from "./audit.ts";
import { membershipLocation, organizationOfUserLocation } from "./membership_location.ts";
import type { Role } from "./permissions.ts";

/** A membership to write, with the user and key that caused it. */
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
 * @param options.isNew true if an existing membership must not be replaced
 * @returns true if the membership was written, false if `isNew` is true and a membership already exists
 */
export async function writeMembership(
  deps: { store: Store; clock: Clock; randomBytes: RandomBytes },
  { organizationSlug, userId, role, by, via }: NewMembership,
  { isNew }: { isNew: boolean },
): Promise<boolean> {
  const place = organizationOfUserLocation(userId, organizationSlug);
  // Write the user's list entry first: an entry without a membership grants no access, and readers skip it.
  await deps.store.commit(place.partition, { sets: [{ key: place.key, data: { organizationSlug } }] });
  const { partition, key } = membershipLocation(userId, organizationSlug);
  const audit = auditRecord(deps, { action: "member.set", subject: userId, by, via, detail: role });
  const result = await deps.store.commit(partition, {
    checks: isNew ? [{ key, exists: false }] : [],
    sets: [{ key, data: { userId, role } }, audit],
  });
  return result.committed;
}
