import type { KeyPart, Location } from "../store/mod.ts";
import { savedFiltersKey } from "./saved_filters.ts";

/** Returns the location of a membership, in the organization's partition. */
export function membershipLocation(userId: string, organizationSlug: string): Location {
  return { partition: ["org", organizationSlug], key: ["member", userId] };
}

/** Returns the keys that are deleted when a membership ends, in the organization's partition. */
export function keysOfMembership(userId: string, organizationSlug: string): (readonly KeyPart[])[] {
  return [membershipLocation(userId, organizationSlug).key, savedFiltersKey(userId)];
}

/** Returns the location of an organization in the user's list. The user is a member only if the membership also exists. */
export function organizationOfUserLocation(userId: string, organizationSlug: string): Location {
  return { partition: ["user", userId], key: ["organization", organizationSlug] };
}
