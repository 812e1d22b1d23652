import type { KeyEvent } from "../hooks.ts";
import type { Location } from "../store/mod.ts";
import { quotaIdOf } from "./api_key_text.ts";
import type { Permission } from "./permissions.ts";

/** What is kept of an API key: nothing that could be used as one. */
export interface Credential {
  id: string;
  /** SHA-256 of the secret, in hexadecimal: the store keeps nothing else of it. */
  hash: string;
  /** Who created the key, and whose permissions it has. */
  userId: string;
  organizationId: string;
  organizationSlug: string;
  name: string;
  /** The first characters of the key's text, to tell keys apart in a list. */
  start: string;
  /** RFC 3339, like all times here. */
  createdAt: string;
  /** Default: the key does not expire. */
  expiresAt?: string;
  revokedAt?: string;
  /** The key that replaces this one, which expires. */
  rolledTo?: string;
  /** Requests per UTC day. Default: the organization's, or the API's. */
  dailyRequestLimit?: number;
  /** Narrows the user's permissions. Default: all of the user's. */
  permissions?: readonly Permission[];
}

/** Where a key's credential is: with those of the same quota, so that one commit checks it and counts. */
export function credentialLocation(keyId: string): Location {
  return { partition: ["key", quotaIdOf(keyId)], key: ["credential", keyId] };
}

/** Where a key stands in the list of its organization's keys. */
export function keyListLocation(organizationSlug: string, keyId: string): Location {
  return { partition: ["org", organizationSlug], key: ["key", keyId] };
}

/** Whether a key is refused for good: it was revoked, or has expired. */
export function isKeyOver(
  { revokedAt, expiresAt }: Pick<Credential, "revokedAt" | "expiresAt">,
  now: number,
): boolean {
  return revokedAt !== undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= now);
}

/** What the hooks may know of a key. */
export function keyEvent({ id, organizationSlug, userId }: Credential): KeyEvent {
  return { keyId: id, organizationSlug, userId };
}
