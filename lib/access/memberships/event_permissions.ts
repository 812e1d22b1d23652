import { type ChangeEventType, reviewEventTypes } from "../../events/mod.ts";
import type { Permission } from "../permissions.ts";

/** Permissions by the subject of an event. A reader needs one of them. */
const permissionsOfSubject: Readonly<Record<string, readonly [Permission, ...Permission[]]>> = {
  post: ["posts:read"],
  posts: ["posts:read"],
  redirect: ["posts:read"],
  organization: ["posts:read"],
  key: ["keys:manage"],
  quota: ["keys:manage"],
  knowledge: ["keys:manage", "members:manage"],
  // Files can be in posts that are not public yet.
  media: ["media:write"],
  webhook: ["webhooks:manage"],
};
const otherSubjects: readonly [Permission, ...Permission[]] = ["members:manage"];

/** Returns the permissions of which a reader of events of a type needs one. */
export function permissionsOfEvent(type: ChangeEventType): readonly [Permission, ...Permission[]] {
  if (reviewEventTypes.includes(type)) return ["posts:write"];
  return permissionsOfSubject[type.slice(0, type.indexOf("."))] ?? otherSubjects;
}

/** True if a reader with these permissions may read events of a type. */
export function mayReadEvent(permissions: readonly Permission[], type: ChangeEventType): boolean {
  return permissionsOfEvent(type).some((permission) => permissions.includes(permission));
}
