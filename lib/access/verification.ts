import type { KeyEvent } from "../hooks.ts";
import type { Credential } from "./credential.ts";
import type { Permission } from "./permissions.ts";
import type { Quota } from "./quota.ts";

/** Who makes a request: a key, its user and what they may do. */
export interface Caller {
  credential: Credential;
  permissions: readonly Permission[];
}

/** Why a key is refused. */
export type Refusal =
  /** Not a key: wrong form or checksum. */
  | "malformed"
  /** No such key, or not its secret. The two are not told apart. */
  | "unknown"
  | "expired"
  | "revoked"
  /** The user was disabled, or is no longer a member of the organization. */
  | "inactive-user"
  /** The day's quota is used up. */
  | "quota-exceeded"
  /** Too many requests in this second. */
  | "burst-exceeded"
  /** The client has sent too many invalid keys. */
  | "too-many-failures";

/** The answer to a key. */
export type Verification =
  | { accepted: true; caller: Caller; quota: Quota }
  | {
      accepted: false;
      reason: Refusal;
      /** Which key it is. Only of a key whose true secret was shown: of others it would be hearsay. */
      key?: KeyEvent;
      quota?: Quota;
      /** When to try again: milliseconds since the epoch. */
      retryAt?: number;
    };
