import type { StoredRateLimit } from "../../base/key_rate_limit.ts";
import type { Location } from "../../store/mod.ts";
import { quotaIdOf } from "../api_keys/api_key_text.ts";
import type { Permission } from "../permissions.ts";

/** The key of a request. It never contains the key's value. */
export interface KeyEvent {
  keyId: string;
  organizationSlug: string;
  userId: string;
}

/** Stored record of an API key. The key cannot be recovered from it. */
export interface Credential extends StoredRateLimit {
  id: string;
  /** SHA-256 of the secret, in hexadecimal. The secret itself is not stored. */
  hash: string;
  /** ID of the user who generated the key. The key has this user's permissions. */
  userId: string;
  organizationId: string;
  organizationSlug: string;
  name: string;
  /** The first characters of the key's text, which identify the key in lists. */
  start: string;
  /** RFC 3339, like all times in this record. */
  createdAt: string;
  /** Default: the key does not expire. */
  expiresAt?: string;
  revokedAt?: string;
  /** Present while the key is disabled. A later change can enable it. */
  disabledAt?: string;
  /** ID of the key that replaces this key. */
  rolledTo?: string;
  /** Subset of the user's permissions. Default: all of the user's permissions. */
  permissions?: readonly Permission[];
  /** Networks from which the key works, in canonical form. Default: everywhere. */
  networks?: readonly string[];
}

/** Returns the location of a key's credential. It shares a partition with its quota, so one commit checks the key and counts its use. */
export function credentialLocation(keyId: string): Location {
  return { partition: ["key", quotaIdOf(keyId)], key: ["credential", keyId] };
}

/** Returns the location of a key's entry in its organization's key list. */
export function keyListLocation(organizationSlug: string, keyId: string): Location {
  return { partition: ["org", organizationSlug], key: ["key", keyId] };
}

/** True if the key was revoked or has expired. */
export function isKeyOver(
  { revokedAt, expiresAt }: Pick<Credential, "revokedAt" | "expiresAt">,
  now: number,
): boolean {
  return revokedAt !== undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= now);
}

/** Returns the key's data that hooks receive. */
export function keyEvent({ id, organizationSlug, userId }: Credential): KeyEvent {
  return { keyId: id, organizationSlug, userId };
}
