import { BoundedMap } from "../../base/bounded_map.ts";
import { encodeKey, type Stored, UseCounter } from "../../store/mod.ts";
import { type Credential, credentialLocation } from "./credential.ts";
import type { Network } from "../../base/network.ts";
import { parseNetworks } from "./key_networks.ts";
import { countsWithin } from "../quota/quota.ts";

/** Maximum number of cached credentials. */
const most = 10_000;

/** A cached credential, with the version that was read. */
export interface CachedCredential {
  stored: Stored<Credential>;
  /** The last characters of the key's text. */
  checksum: string;
  /** Expiry in milliseconds since the epoch. `Infinity` means never. */
  expiresAt: number;
  /** The daily limit at the time of the read. */
  limit: number;
  /** Counts a use if the credential still has this version and the limit allows the use. */
  counter: UseCounter;
  /** Undefined for a key that works everywhere. */
  networks: readonly Network[] | undefined;
}

/** The most recently used credentials, by key ID. */
export type CredentialCache = BoundedMap<CachedCredential>;

/** Creates an empty cache. */
export function createCredentialCache(): CredentialCache {
  return new BoundedMap(most);
}

/** Caches a credential after its secret was verified, with the current daily limit. */
export function cacheCredential(
  stored: Stored<Credential>,
  { checksum, limit }: Pick<CachedCredential, "checksum" | "limit">,
  { credentials, rateLimit }: { credentials: CredentialCache; rateLimit: { perSecond: number | undefined } },
): CachedCredential {
  const { id, expiresAt, networks } = stored.data;
  const partition = encodeKey(credentialLocation(id).partition);
  const check = { key: stored.key, version: stored.version };
  const cached: CachedCredential = {
    stored,
    checksum,
    limit,
    expiresAt: expiresAt === undefined ? Infinity : Date.parse(expiresAt),
    counter: new UseCounter(countsWithin({ partition, check }, limit, rateLimit.perSecond)),
    networks: networks && parseNetworks(networks),
  };
  credentials.set(id, cached);
  return cached;
}
