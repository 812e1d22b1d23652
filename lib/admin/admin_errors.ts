import type { Permission } from "../access/mod.ts";

/** Whoever asks for an action lacks the permission it needs. Over HTTP: 403. */
export class MissingPermissionError extends Error {
  override name = "MissingPermissionError";
  readonly permission: Permission;

  constructor(permission: Permission) {
    super(`Cannot do this: the permission ${permission} is missing`);
    this.permission = permission;
  }
}

/** Whoever asks would give, or take, more than they have themselves. Over HTTP: 403. */
export class GrantRefusedError extends Error {
  override name = "GrantRefusedError";
}
