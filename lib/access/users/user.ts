import { DamagedRecordError, lastTextOf, type Location, type Store } from "../../store/mod.ts";
import type { Role } from "../permissions.ts";

/** A stored user. */
export interface User {
  id: string;
  name: string;
  email?: string;
  status: "active" | "disabled";
  /** RFC 3339. */
  createdAt: string;
  /** True if the user has signed in with an OpenID provider. Default: false. */
  hasOpenId?: true;
}

/** A user's membership in an organization. */
export interface Membership {
  userId: string;
  role: Role;
}

/** Partition that lists all users. */
export const userDirectory: readonly string[] = ["users"];

/** Returns the location of a user's record. */
export function userLocation(userId: string): Location {
  return { partition: ["user", userId], key: ["user"] };
}

/** Returns the location of a user's session generation. A higher generation ends all earlier sessions and sign-in links. */
export function sessionGenerationLocation(userId: string): Location {
  return { partition: ["user", userId], key: ["sessions"] };
}

/** Returns the location of the record that makes a user an operator. Imports never write it. */
export function operatorLocation(userId: string): Location {
  return { partition: ["user", userId], key: ["operator"] };
}

/** Returns the location of the email address that a user is proving. */
export function addressProofLocation(userId: string): Location {
  return { partition: ["user", userId], key: ["address-proof"] };
}

/** Key prefix of the list of a user's sessions, in the user's partition. */
export const listedSessionsKey: readonly string[] = ["listed-session"];

/** Key prefix of the list that earlier versions of Postern write. */
export const earlierSessionsKey: readonly string[] = ["session"];

/** Key prefix of the list of a user's organizations, in the user's partition. */
export const organizationsOfUserKey: readonly string[] = ["organization"];

/** Returns the user with this ID, or null. */
export async function readUser(store: Store, userId: string): Promise<User | null> {
  return (await store.get<User>(userLocation(userId)))?.data ?? null;
}

/**
 * Returns the slugs of a user's current and possibly former organizations. The user is a member only if the membership also exists. For a
 * damaged entry, the slug comes from the record's key.
 */
export async function listOrganizationsOfUser(store: Store, userId: string): Promise<string[]> {
  const slugs: string[] = [];
  const options = { prefix: organizationsOfUserKey };
  const { partition } = userLocation(userId);
  for await (const entry of store.listWithDamaged<{ organizationSlug: string }>(partition, options)) {
    const isDamaged = entry instanceof DamagedRecordError;
    const slug = isDamaged ? lastTextOf(entry.key) : entry.data.organizationSlug;
    if (slug !== undefined) slugs.push(slug);
  }
  return slugs;
}
