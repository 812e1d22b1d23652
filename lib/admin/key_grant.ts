import type { ApiKey, Permission } from "../access/mod.ts";
import { isPermitted, type AdminActor } from "./admin_actor.ts";
import { GrantRefusedError } from "./admin_errors.ts";

/**
 * What a new key may do when its input names no permissions: all that its user may. A key that is itself narrowed passes on no more than
 * it has, also when its user is given more later.
 *
 * @throws {GrantRefusedError} when the permissions are more than the actor has
 */
export function grantedPermissions(
  actor: AdminActor,
  wanted: readonly Permission[] | undefined,
  action: string,
): readonly Permission[] | undefined {
  if (wanted === undefined) return actor.apiKey?.permissions && actor.permissions;
  const missing = wanted.find((permission) => !isPermitted(actor, permission));
  if (missing === undefined) return wanted;
  throw new GrantRefusedError(`${action}: the permission ${missing} is more than you have`);
}

/**
 * Until when a key may live that is generated or rolled with another: a key passes on no more time than it has itself.
 *
 * @param wanted what was asked for, in milliseconds since the epoch; undefined for nothing
 * @param usual what it would be when nothing was asked for; undefined for no expiry
 * @returns milliseconds since the epoch, or undefined for no expiry
 * @throws {GrantRefusedError} when more was asked for
 */
export function grantedExpiry(
  { apiKey }: AdminActor,
  { wanted, usual }: { wanted: number | undefined; usual?: number | undefined },
  action: string,
): number | undefined {
  if (apiKey?.expiresAt === undefined) return wanted ?? usual;
  const last = Date.parse(apiKey.expiresAt);
  if (wanted === undefined) return Math.min(last, usual ?? last);
  if (wanted <= last) return wanted;
  throw new GrantRefusedError(
    `${action}: it must not outlive the key it is made with, until ${apiKey.expiresAt}`,
  );
}

/**
 * Rolling a key shows the value of one with the same user and permissions: so it must be one's own, and no wider than the key it is
 * rolled with.
 *
 * @throws {GrantRefusedError} when the key is another user's, or may do more than the actor
 */
export function requireRollableBy(actor: AdminActor, key: ApiKey, action: string): void {
  if (key.userId !== actor.userId) {
    throw new GrantRefusedError(
      `${action}: it is another user's; revoke it, and let that user generate another`,
    );
  }
  const own = actor.apiKey?.permissions;
  if (own === undefined) return;
  if (key.permissions?.every((permission) => own.includes(permission)) === true) return;
  throw new GrantRefusedError(`${action}: it may do more than the key it is to be rolled with`);
}
