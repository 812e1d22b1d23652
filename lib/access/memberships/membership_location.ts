import type { KeyPart, Location } from "../../store/mod.ts";
import type { Change, MemberEventData } from "../../events/mod.ts";

/** Returns the location of a membership, in the organization's partition. */
export function membershipLocation(userId: string, organizationSlug: string): Location {
  return { partition: ["org", organizationSlug], key: memberKey(userId) };
}

/** Returns the key of a membership. */
export function memberKey(userId: string): readonly KeyPart[] {
  return ["member", userId];
}

/** Returns the location of an organization in the user's list. The user is a member only if the membership also exists. */
export function organizationOfUserLocation(userId: string, organizationSlug: string): Location {
  return { partition: ["user", userId], key: ["organization", organizationSlug] };
}

/** Returns the event of a changed membership. */
export function memberEvent(data: MemberEventData): Change {
  return { type: "member.changed", data };
}
