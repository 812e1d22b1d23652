import type { AccessDeps } from "../access_deps.ts";
import { auditRecord } from "../audit.ts";
import { memberEvent, memberKey, organizationOfUserLocation } from "./membership_location.ts";
import { writtenMembership } from "./member_index.ts";
import type { Role } from "../permissions.ts";
import type { User } from "../users/user.ts";

/** A membership to write, with the user and key that caused it. */
interface NewMembership {
  organizationSlug: string;
  user: User;
  role: Role;
  by: string | undefined;
  via?: string | undefined;
}

/**
 * Writes a membership, its audit entry and its event.
 *
 * @param options.isNew true if an existing membership must not be replaced
 * @returns true if the membership was written, false if `isNew` is true and a membership already exists
 */
export async function writeMembership(
  deps: AccessDeps,
  { organizationSlug, user, role, by, via }: NewMembership,
  { isNew }: { isNew: boolean },
): Promise<boolean> {
  const userId = user.id;
  const place = organizationOfUserLocation(userId, organizationSlug);
  // Write the user's list entry first: an entry without a membership grants no access, and readers skip it.
  await deps.store.commit(place.partition, { sets: [{ key: place.key, data: { organizationSlug } }] });
  const audit = auditRecord(deps, { action: "member.set", subject: userId, by, via, detail: role });
  const { sets, deletes } = writtenMembership({ userId, role }, user);
  const checks = isNew ? [{ key: memberKey(userId), exists: false }] : [];
  const changes = { checks, sets: [...sets, audit], deletes };
  const event = memberEvent({ id: userId, role });
  const result = await deps.outbox.commit(organizationSlug, changes, [event]);
  return result.committed;
}
