import type { Permission } from "../../access/mod.ts";

/** The actor lacks the permission for an action. Over HTTP: 403. */
export class MissingPermissionError extends Error {
  override name = "MissingPermissionError";
  readonly permission: Permission;

  constructor(permission: Permission) {
    super(`Cannot do this: the permission ${permission} is missing`);
    this.permission = permission;
  }
}

/** The actor would grant or revoke more permissions than they have. Over HTTP: 403. */
export class GrantRefusedError extends Error {
  override name = "GrantRefusedError";
}
