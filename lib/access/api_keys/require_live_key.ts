import { InvalidInputError } from "../../base/errors.ts";
import { type Credential, isKeyOver } from "../verification/credential.ts";

/** @throws {InvalidInputError} if the key was revoked or has expired */
export function requireLive(credential: Credential, now: number, action: string): void {
  if (!isKeyOver(credential, now)) return;
  const message = `the key "${credential.id}" is revoked or has expired`;
  throw new InvalidInputError(action, [{ pointer: "", message }]);
}

/** @throws {InvalidInputError} if the key was rolled, revoked or disabled, or has expired */
export function requireRollable(credential: Credential, now: number, action: string): void {
  requireLive(credential, now, action);
  if (credential.rolledTo === undefined && credential.disabledAt === undefined) return;
  const state = credential.rolledTo === undefined ? "is disabled. Enable it first" : "was rolled already";
  const message = `the key "${credential.id}" ${state}`;
  throw new InvalidInputError(action, [{ pointer: "", message }]);
}
