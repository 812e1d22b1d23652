import type { Permission } from "./permissions.ts";
import type { Caller } from "./verification.ts";

/**
 * Returns the permissions that a caller can use at the public endpoints: those of the key, and `knowledge:read` only if the key names it. A
 * key without named permissions may be in a web page, or older than this permission.
 */
export function usablePermissions({ credential, permissions }: Caller): readonly Permission[] {
  if (credential.permissions !== undefined) return permissions;
  return permissions.filter((permission) => permission !== "knowledge:read");
}
