import { InvalidInputError } from "../base/errors.ts";

/** A permission of a user in an organization. */
export type Permission =
  | "posts:read"
  | "knowledge:write"
  | "posts:write-own"
  | "posts:publish-own"
  | "posts:write"
  | "knowledge:read"
  | "media:write"
  | "keys:manage"
  | "webhooks:manage"
  | "members:manage";

/** A role of a user in an organization. */
export type Role = "viewer" | "author" | "contributor" | "writer" | "editor" | "admin" | "owner";

/** All permissions. */
export const permissions: readonly Permission[] = [
  "posts:read",
  "knowledge:write",
  "posts:write-own",
  "posts:publish-own",
  "posts:write",
  "knowledge:read",
  "media:write",
  "keys:manage",
  "webhooks:manage",
  "members:manage",
];

/** The permissions of each role, the lowest role first. */
export const permissionsOfRole: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ["posts:read"],
  author: ["posts:read", "knowledge:write"],
  contributor: ["posts:read", "knowledge:write", "posts:write-own", "media:write"],
  writer: ["posts:read", "knowledge:write", "posts:write-own", "posts:publish-own", "media:write"],
  editor: [
    "posts:read",
    "knowledge:write",
    "posts:write-own",
    "posts:publish-own",
    "posts:write",
    "knowledge:read",
    "media:write",
  ],
  admin: permissions,
  owner: permissions,
};

/** All roles, the lowest first. */
export const roles: readonly Role[] = Object.keys(permissionsOfRole) as Role[];

/** The role of a new member, unless another is chosen. */
export const defaultRole: Role = "writer";

/** Permissions that `posts:write` includes. */
const partsOfWrite: ReadonlySet<Permission> = new Set(["posts:write-own", "posts:publish-own"]);

/** True if permissions have a permission, by its name or as a part of `posts:write`. */
export function includesPermission(given: readonly Permission[], permission: Permission): boolean {
  return given.includes(permission) || (partsOfWrite.has(permission) && given.includes("posts:write"));
}

/** @throws {InvalidInputError} if the role is unknown */
export function requireRole(role: string, action: string): void {
  if (Object.hasOwn(permissionsOfRole, role)) return;
  const message = `must be one of ${roles.join(", ")}`;
  throw new InvalidInputError(action, [{ pointer: "/role", message }]);
}

/** Returns the role with more permissions. */
export function higherRole(one: Role, other: Role): Role {
  return roles.indexOf(one) > roles.indexOf(other) ? one : other;
}
