import { BoundedMap } from "../../base/bounded_map.ts";
import { encodeKey, type Question, type Stored, UseCounter } from "../../store/mod.ts";
import { type Credential, credentialLocation } from "./credential.ts";
import type { Network } from "../../base/network.ts";
import type { KeyProof } from "./key_proof.ts";
import type { Member, MemberPort } from "./identity.ts";
import { parseNetworks } from "./key_networks.ts";
import { countsWithin } from "../quota/quota.ts";

/** Maximum number of cached credentials. */
const most = 10_000;

/** A cached credential, with the version that was read. */
export interface CachedCredential {
  stored: Stored<Credential>;
  /** The verified secret. The credential is cached under its `textHash`. */
  proof: KeyProof;
  /** Expiry in milliseconds since the epoch. `Infinity` means never. */
  expiresAt: number;
  /** The daily limit at the time of the read. */
  limit: number;
  /** Counts a use if the credential still has this version and the limit allows the use. */
  counter: UseCounter;
  /** The question for the key's user as a member of its organization. */
  member: Question<Member | null>;
  /** Undefined for a key that works everywhere. */
  networks: readonly Network[] | undefined;
}

/** The most recently used credentials, by {@link KeyProof.textHash}. */
export type CredentialCache = BoundedMap<CachedCredential>;

/** Creates an empty cache. */
export function createCredentialCache(): CredentialCache {
  return new BoundedMap(most);
}

/** Caches a credential after its secret was verified, with the current daily limit. */
export function cacheCredential(
  stored: Stored<Credential>,
  { proof, limit }: Pick<CachedCredential, "proof" | "limit">,
  { credentials, members, rateLimit }: CacheDeps,
): CachedCredential {
  const { id, expiresAt, networks, userId, organizationId, organizationSlug } = stored.data;
  const partition = encodeKey(credentialLocation(id).partition);
  const check = { key: stored.key, version: stored.version };
  const cached: CachedCredential = {
    stored,
    proof,
    limit,
    expiresAt: expiresAt === undefined ? Infinity : Date.parse(expiresAt),
    counter: new UseCounter(countsWithin({ partition, check }, limit, rateLimit.perSecond)),
    member: members.member(userId, { id: organizationId, slug: organizationSlug }),
    networks: networks && parseNetworks(networks),
  };
  credentials.set(proof.textHash, cached);
  return cached;
}

/** Dependencies of {@link cacheCredential}. */
interface CacheDeps {
  credentials: CredentialCache;
  members: MemberPort;
  rateLimit: { perSecond: number | undefined };
}
