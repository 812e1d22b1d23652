import type { Permission } from "../access/mod.ts";
import type { Actor } from "../actor.ts";
import { MissingPermissionError } from "./admin_errors.ts";

/**
 * Who manages an organization: a user, in one organization, with the permissions of this moment. Find one for every request
 * (`api.admin.findActor`), since what a user may do can change at any time.
 */
export interface AdminActor {
  userId: string;
  organizationSlug: string;
  /** What the user may do in the organization now, narrowed by the API key where there is one. */
  permissions: readonly Permission[];
  /** The API key that the user acts with. Default: none, the user is signed in. */
  apiKey?: {
    id: string;
    /** What the key is narrowed to. Default: to nothing, it has whatever its user has. */
    permissions?: readonly Permission[];
    /** RFC 3339. Default: the key does not expire. */
    expiresAt?: string;
  };
}

/** Whether an actor has a permission. */
export function isPermitted({ permissions }: AdminActor, permission: Permission): boolean {
  return permissions.includes(permission);
}

/** @throws {MissingPermissionError} when the actor lacks a permission */
export function requirePermitted(actor: AdminActor, permission: Permission): void {
  if (!isPermitted(actor, permission)) throw new MissingPermissionError(permission);
}

/** What the audit and the revisions say of an actor. */
export function signatureOf({ userId, apiKey }: AdminActor): Actor {
  return apiKey === undefined ? { by: userId } : { by: userId, via: apiKey.id };
}
