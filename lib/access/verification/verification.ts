import type { Credential, KeyEvent } from "./credential.ts";
import type { Permission } from "../permissions.ts";
import type { Quota } from "../quota/quota.ts";

/** Caller of a request: the key's credential and its effective permissions. */
export interface Caller {
  credential: Credential;
  permissions: readonly Permission[];
}

/** Reason for refusing a key. */
export type Refusal =
  /** Not a key: wrong format or checksum. */
  | "malformed"
  /** Unknown key or wrong secret. Clients cannot distinguish the two. */
  | "unknown"
  | "expired"
  | "revoked"
  | "disabled"
  /** An access token has expired, or was issued for another organization. */
  | "invalid-token"
  /** The user was disabled, or is no longer a member of the organization. */
  | "inactive-user"
  /** The day's quota is used up. */
  | "quota-exceeded"
  /** Too many requests in this second. */
  | "burst-exceeded"
  /** The client's address is outside the key's networks. */
  | "address-not-allowed"
  /** The key has networks, and the client's address is unknown. */
  | "address-unknown"
  /** The client has sent too many invalid keys. */
  | "too-many-failures";

/** Result of checking a key. */
export type Verification =
  | { accepted: true; caller: Caller; quota: Quota }
  | {
      accepted: false;
      reason: Refusal;
      /** The refused key. Present only if the secret was verified, because other keys' IDs are unproven. */
      key?: KeyEvent;
      quota?: Quota;
      /** Time of the next allowed request, in milliseconds since the epoch. */
      retryAt?: number;
    };
