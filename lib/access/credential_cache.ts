import { BoundedMap } from "../bounded_map.ts";
import type { Check, Stored } from "../store/mod.ts";
import type { Credential } from "./credential.ts";
import type { Uses } from "./uses.ts";

const most = 10_000;

/** A credential under the version it was read at, with what verification needs of it and need not find out twice. */
export interface KnownCredential {
  stored: Stored<Credential>;
  /** What holds while the credential is of this version. */
  checks: readonly Check[];
  /** Encoded. */
  partition: string;
  /** The last characters of the key's text. */
  checksum: string;
  /** Milliseconds since the epoch; Infinity for never. */
  expiresAt: number;
  /** The daily limit that was in force when it was read. */
  limit: number;
  /** They wait here: V8 links the tables that a map has outgrown, so that what comes and goes in one outlives its time. */
  uses: Uses;
}

/** The credentials used last, by the ids of their keys. */
export type CredentialCache = BoundedMap<KnownCredential>;

/** Makes an empty cache. */
export function createCredentialCache(): CredentialCache {
  return new BoundedMap(most);
}
