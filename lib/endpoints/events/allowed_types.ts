import type { Permission } from "../../access/mod.ts";
import { type ChangeEventType, changeEventTypes } from "../../events/mod.ts";
import { missingPermission } from "../../problems/mod.ts";

/** Permissions by the subject of an event. A key needs one of them. */
const permissionsOfSubject: Readonly<Record<string, readonly [Permission, ...Permission[]]>> = {
  post: ["posts:read"],
  posts: ["posts:read"],
  organization: ["posts:read"],
  key: ["keys:manage"],
  quota: ["keys:manage"],
  knowledge: ["keys:manage", "members:manage"],
};
const otherSubjects: readonly [Permission, ...Permission[]] = ["members:manage"];

function permissionsOf(type: ChangeEventType): readonly [Permission, ...Permission[]] {
  return permissionsOfSubject[type.slice(0, type.indexOf("."))] ?? otherSubjects;
}

/** True if a key with these permissions may read events of a type. */
export function mayRead(permissions: readonly Permission[], type: ChangeEventType): boolean {
  return permissionsOf(type).some((permission) => permissions.includes(permission));
}

/**
 * Returns the types of events that a key reads.
 *
 * @param wanted the requested types. Default: all types that the permissions allow.
 * @throws {ProblemError} if the permissions do not allow a requested type, or any type
 */
export function allowedTypes(
  permissions: readonly Permission[],
  wanted: readonly ChangeEventType[] | undefined,
): ReadonlySet<ChangeEventType> {
  const refused = wanted?.find((type) => !mayRead(permissions, type));
  if (refused !== undefined) throw missingPermission(permissionsOf(refused)[0]);
  const allowed = (wanted ?? changeEventTypes).filter((type) => mayRead(permissions, type));
  if (allowed.length === 0) throw missingPermission("posts:read");
  return new Set(allowed);
}
