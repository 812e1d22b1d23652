import { InvalidInputError } from "../errors.ts";

/** What a user may do in an organization. */
export type Permission = "posts:read" | "knowledge:write" | "posts:write" | "keys:manage" | "members:manage";

/** What a user is in an organization. */
export type Role = "viewer" | "author" | "editor" | "admin" | "owner";

/** All permissions. */
export const permissions: readonly Permission[] = [
  "posts:read",
  "knowledge:write",
  "posts:write",
  "keys:manage",
  "members:manage",
];

/** The permissions of each role. */
export const permissionsOfRole: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ["posts:read"],
  author: ["posts:read", "knowledge:write"],
  editor: ["posts:read", "knowledge:write", "posts:write"],
  admin: permissions,
  owner: permissions,
};

/** @throws {InvalidInputError} when there is no such role */
export function requireRole(role: string, action: string): void {
  if (Object.hasOwn(permissionsOfRole, role)) return;
  const message = `must be one of ${Object.keys(permissionsOfRole).join(", ")}`;
  throw new InvalidInputError(action, [{ pointer: "/role", message }]);
}
