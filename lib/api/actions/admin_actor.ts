import type { Permission } from "../../access/mod.ts";
import type { Actor } from "../../base/actor.ts";
import { MissingPermissionError } from "./admin_errors.ts";

/**
 * A user who manages an organization, with the current permissions. Look the actor up for every request (`api.admin.findActor`),
 * because permissions can change at any time.
 */
export interface AdminActor {
  userId: string;
  organizationSlug: string;
  /** The user's current permissions in the organization, limited by the API key if there is one. */
  permissions: readonly Permission[];
  /** The API key of the request. Default: none, the user is signed in. */
  apiKey?: {
    id: string;
    /** Permissions that the key is limited to. Default: all permissions of its user. */
    permissions?: readonly Permission[];
    /** RFC 3339. Default: the key does not expire. */
    expiresAt?: string;
    /** Networks that the key is limited to. Default: it works everywhere. */
    networks?: readonly string[];
  };
}

export function isPermitted({ permissions }: AdminActor, permission: Permission): boolean {
  return permissions.includes(permission);
}

/** @throws {MissingPermissionError} if the actor lacks a permission */
export function requirePermitted(actor: AdminActor, permission: Permission): void {
  if (!isPermitted(actor, permission)) throw new MissingPermissionError(permission);
}

/** Returns the actor in the form that the audit log and the revisions store. */
export function signatureOf({ userId, apiKey }: AdminActor): Actor {
  return apiKey === undefined ? { by: userId } : { by: userId, via: apiKey.id };
}
