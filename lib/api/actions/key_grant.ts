import {
  type ApiKey,
  includesPermission,
  networkOutside,
  type Permission,
  usablePermissions,
} from "../../access/mod.ts";
import type { AdminActor } from "./admin_actor.ts";
import { GrantRefusedError } from "./admin_errors.ts";

/**
 * Returns the permissions of a new key. If the input names no permissions, the key gets all permissions of its user. A limited key
 * passes on only its own permissions, even if its user gets more later.
 *
 * @throws {GrantRefusedError} if the actor lacks a requested permission
 */
export function grantedPermissions(
  actor: AdminActor,
  wanted: readonly Permission[] | undefined,
  action: string,
): readonly Permission[] | undefined {
  if (wanted === undefined) return actor.apiKey?.permissions && actor.permissions;
  const own = passedOn(actor);
  const missing = wanted.find((permission) => !includesPermission(own, permission));
  if (missing === undefined) return wanted;
  throw new GrantRefusedError(`${action}: you do not have the permission ${missing}`);
}

/**
 * Returns the expiry of a key that is generated or rolled with an existing key. The new key cannot outlive the existing key.
 *
 * @param wanted the requested expiry in milliseconds since the epoch, or undefined if none is requested
 * @param usual the default expiry if none is requested, or undefined for no expiry
 * @returns milliseconds since the epoch, or undefined for no expiry
 * @throws {GrantRefusedError} if the requested expiry is too late
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
    `${action}: it must not outlive the key of this request, which expires ${apiKey.expiresAt}`,
  );
}

/**
 * Returns the networks of a key that is generated or changed with an existing key. The key works in no network in which the existing key
 * does not work. If no networks are requested, it gets those of the existing key.
 *
 * @throws {GrantRefusedError} if a requested network is not within the networks of the existing key
 */
export function grantedNetworks(
  { apiKey }: AdminActor,
  wanted: readonly string[] | undefined,
  action: string,
): readonly string[] | undefined {
  const own = apiKey?.networks;
  if (own === undefined) return wanted;
  if (wanted === undefined) return own;
  const outside = wanted.length === 0 ? "every network" : networkOutside(wanted, own);
  if (outside === undefined) return wanted;
  throw new GrantRefusedError(
    `${action}: it must not work in ${outside}, because the key of this request works only in ${own.join(", ")}`,
  );
}

/**
 * Requires that an actor has all permissions of a key, which will work in further networks or is enabled.
 *
 * @param permissions the permissions of the key
 * @throws {GrantRefusedError} if the actor lacks a permission
 */
export function requireAllOf(actor: AdminActor, permissions: readonly Permission[], action: string): void {
  const own = passedOn(actor);
  const missing = permissions.find((permission) => !includesPermission(own, permission));
  if (missing === undefined) return;
  throw new GrantRefusedError(`${action}: the key has the permission ${missing}, and you do not`);
}

/**
 * Requires that the daily limit of a key is at most a limit that the operator has set.
 *
 * @throws {GrantRefusedError} if it is higher
 */
export function requireGrantableLimit(perDay: number, most: number, action: string): void {
  if (perDay <= most) return;
  throw new GrantRefusedError(
    `${action}: it can have at most ${most} requests a day. The operator of the server can allow more.`,
  );
}

/** Returns the permissions that an actor can pass on. */
function passedOn({ apiKey, permissions }: AdminActor): readonly Permission[] {
  return apiKey === undefined ? permissions : usablePermissions({ credential: apiKey, permissions });
}

/**
 * Requires that an actor may roll a key. Rolling shows the value of a new key with the same user and permissions. So the key must
 * belong to the actor, and must not have more permissions or networks than the key of the request.
 *
 * @throws {GrantRefusedError} if the key belongs to a different user, or has more permissions or networks than the actor's key
 */
export function requireRollableBy(actor: AdminActor, key: ApiKey, action: string): void {
  if (key.userId !== actor.userId) {
    throw new GrantRefusedError(
      `${action}: it belongs to a different user. Revoke it, and let that user generate a new key.`,
    );
  }
  grantedNetworks(actor, key.networks ?? [], action);
  if (actor.apiKey === undefined) return;
  const { permissions: named } = actor.apiKey;
  const own = named ?? passedOn(actor);
  const isWithin = key.permissions?.every((permission) => includesPermission(own, permission));
  if (isWithin ?? named === undefined) return;
  throw new GrantRefusedError(`${action}: it has more permissions than the key of this request`);
}
