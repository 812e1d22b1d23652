import type { Caller, Permission } from "../access/mod.ts";
import { ProblemError } from "./problem.ts";

/** @throws {ProblemError} when the caller's key lacks a permission */
export function requirePermission({ permissions }: Caller, permission: Permission): void {
  if (permissions.includes(permission)) return;
  throw new ProblemError("missing-permission", `The key needs the permission ${permission}`);
}

/**
 * Refuses a key of another organization in the same way whether or not the one in the path exists.
 *
 * @throws {ProblemError}
 */
export function requireOrganization({ credential }: Caller, organization: { id: string } | null): void {
  if (organization?.id === credential.organizationId) return;
  throw new ProblemError(
    "wrong-organization",
    "The key belongs to another organization than the one in the path",
  );
}
