import { mayReadEvent, type Permission, permissionsOfEvent } from "../../../access/mod.ts";
import { type ChangeEventType, changeEventTypes } from "../../../events/mod.ts";
import { missingPermission } from "../../../http/mod.ts";

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
  const refused = wanted?.find((type) => !mayReadEvent(permissions, type));
  if (refused !== undefined) throw missingPermission(permissionsOfEvent(refused)[0]);
  const allowed = (wanted ?? changeEventTypes).filter((type) => mayReadEvent(permissions, type));
  if (allowed.length === 0) throw missingPermission("posts:read");
  return new Set(allowed);
}
