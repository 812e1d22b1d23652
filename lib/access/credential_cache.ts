import { BoundedMap } from "../bounded_map.ts";
import type { Stored, UseCounter } from "../store/mod.ts";
import type { Credential } from "./credential.ts";

const most = 10_000;

/** A credential under the version it was read at. */
export interface CachedCredential {
  stored: Stored<Credential>;
  /** The last characters of the key's text. */
  checksum: string;
  /** Milliseconds since the epoch; Infinity for never. */
  expiresAt: number;
  /** The daily limit that was in force when it was read. */
  limit: number;
  /** Counts a use if the credential still has this version and the limit is not reached. */
  counter: UseCounter;
}

/** The credentials used last, by the ids of their keys. */
export type CredentialCache = BoundedMap<CachedCredential>;

/** Creates an empty cache. */
export function createCredentialCache(): CredentialCache {
  return new BoundedMap(most);
}
