import { DamagedRecordError, lastTextOf, type Location, type Store } from "../store/mod.ts";
import type { Role } from "./permissions.ts";

/** A user in the storage. */
export interface User {
  id: string;
  name: string;
  email?: string;
  status: "active" | "disabled";
  /** RFC 3339. */
  createdAt: string;
}

/** A user as a member of an organization. */
export interface Membership {
  userId: string;
  role: Role;
}

/** The partition that lists all users. */
export const userDirectory: readonly string[] = ["users"];

/** Location of a user's record. */
export function userLocation(userId: string): Location {
  return { partition: ["user", userId], key: ["user"] };
}

/** Location of the counter that a user's sessions and sign-in links were created under. A higher count ends all of them. */
export function sessionGenerationLocation(userId: string): Location {
  return { partition: ["user", userId], key: ["sessions"] };
}

/** Returns the user of an id, or null. */
export async function readUser(store: Store, userId: string): Promise<User | null> {
  return (await store.get<User>(userLocation(userId)))?.data ?? null;
}

/** Slugs of the organizations that a user is, or was, a member of. Only the membership itself says which. A damaged entry's key names its slug. */
export async function listOrganizationsOfUser(store: Store, userId: string): Promise<string[]> {
  const slugs: string[] = [];
  const options = { prefix: ["organization"] };
  const { partition } = userLocation(userId);
  for await (const entry of store.listWithDamaged<{ organizationSlug: string }>(partition, options)) {
    const isDamaged = entry instanceof DamagedRecordError;
    const slug = isDamaged ? lastTextOf(entry.key) : entry.data.organizationSlug;
    if (slug !== undefined) slugs.push(slug);
  }
  return slugs;
}
