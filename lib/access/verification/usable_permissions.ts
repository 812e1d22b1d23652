import type { Permission } from "../permissions.ts";

/**
 * Returns the permissions that a key can use at the public endpoints and pass on. They include `knowledge:read` only if the key names it. A
 * key without named permissions may be in a web page, or older than this permission.
 */
export function usablePermissions({
  credential,
  permissions,
}: {
  credential: { permissions?: readonly Permission[] };
  /** Current permissions of the key's user, limited by the key. */
  permissions: readonly Permission[];
}): readonly Permission[] {
  if (credential.permissions !== undefined) return permissions;
  return permissions.filter((permission) => permission !== "knowledge:read");
}
