import type { Location } from "../store/mod.ts";

/** Where a membership is: with all that belongs to the organization. */
export function membershipLocation(userId: string, organizationSlug: string): Location {
  return { partition: ["org", organizationSlug], key: ["member", userId] };
}

/** Where it is said that a user may be a member of an organization. Whether it is so only the membership tells. */
export function organizationOfUserLocation(userId: string, organizationSlug: string): Location {
  return { partition: ["user", userId], key: ["organization", organizationSlug] };
}
