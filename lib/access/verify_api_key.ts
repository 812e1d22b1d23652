import type { Clock } from "../clock.ts";
import type { Committed, Conflict, Store, Stored } from "../store/mod.ts";
import { parseApiKey } from "./api_key_text.ts";
import { type Credential, credentialLocation } from "./credential.ts";
import { CredentialCache } from "./credential_cache.ts";
import type { Identity, Member } from "./identity.ts";
import type { Permission } from "./permissions.ts";
import { dailyCounter, endOfDay, type Quota } from "./quota.ts";
import { hashSecret, isEqualInConstantTime } from "./secret_hash.ts";
import type { Refusal, Verification } from "./verification.ts";

/** What the verifier is made from. */
export interface VerifierDeps {
  store: Store;
  clock: Clock;
  identity: Identity;
  keyPrefix: string;
  dailyRequestLimit: number;
}

/** A hash that no secret has, compared with when there is no credential, so that the work is the same. */
const noHash = "0".repeat(64);

/** How often the credential may change between being read and being counted against. */
const attempts = 5;

/**
 * Verifies API keys and counts their requests (spec, "Authentication" and "Limits").
 *
 * A credential that was seen before is used from memory, but only together with a commit that holds
 * if, and only if, it has not changed since: a revoked key is refused at once, in every process.
 * That commit and the look at the user are asked for together, in one round trip.
 */
export class ApiKeyVerifier {
  readonly #deps: VerifierDeps;
  readonly #cache = new CredentialCache();

  constructor(deps: VerifierDeps) {
    this.#deps = deps;
  }

  /** Verifies the text of an API key, and counts the request when the key is genuine and live. */
  async verify(text: string): Promise<Verification> {
    const key = parseApiKey(this.#deps.keyPrefix, text);
    if (key === undefined) return refused("malformed");
    const hash = hashSecret(key.secret);
    const cached = this.#cache.get(key.keyId);
    // A wrong secret costs a read, as an unknown key does.
    let known = cached && isEqualInConstantTime(hash, cached.data.hash) ? cached : null;
    for (let attempt = 0; attempt < attempts; attempt++) {
      known ??= await this.#deps.store.get<Credential>(credentialLocation(key.keyId));
      const refusal = refusalOf(known?.data, hash, this.#deps.clock.now());
      if (refusal !== null || known === null) return refused(refusal ?? "unknown");
      const verification = await this.#countUse(known);
      if (verification !== null) return verification;
      this.#cache.delete(key.keyId);
      known = null;
    }
    throw new Error("Cannot verify the key: its credential changed with every attempt");
  }

  /** Counts a request, or answers null when the credential is not what it was when it was read. */
  async #countUse(known: Stored<Credential>): Promise<Verification | null> {
    const { clock, identity, dailyRequestLimit: limit } = this.#deps;
    const credential = known.data;
    const now = clock.now();
    const { userId, organizationId: id, organizationSlug: slug } = credential;
    const [count, member] = await Promise.all([
      this.#commitUse(known, now),
      identity.findMember(userId, { id, slug }),
    ]);
    if (!count.committed && count.failedChecks.length > 0) return null;
    this.#cache.set(known);
    const remaining = count.committed ? Math.max(0, limit - (count.sums[0] ?? limit)) : 0;
    const quota: Quota = { limit, remaining, resetsAt: endOfDay(now) };
    if (member?.status !== "active") return refused("inactive-user");
    if (!count.committed) return { ...refused("quota-exceeded"), quota };
    const caller = { credential, permissions: permissionsOf(credential, member) };
    return { accepted: true, caller, quota };
  }

  #commitUse({ data: { id }, version }: Stored<Credential>, now: number): Promise<Committed | Conflict> {
    const { partition, key } = credentialLocation(id);
    return this.#deps.store.commit(partition, {
      checks: [{ key, version }],
      sums: [{ ...dailyCounter(now), add: 1, max: this.#deps.dailyRequestLimit }],
    });
  }
}

/** Whether a credential lets the holder of a secret in. What is wrong with it only the true holder learns. */
function refusalOf(credential: Credential | undefined, hash: string, now: number): Refusal | null {
  const isGenuine = isEqualInConstantTime(hash, credential?.hash ?? noHash);
  if (credential === undefined || !isGenuine) return "unknown";
  if (credential.revokedAt !== undefined) return "revoked";
  if (credential.expiresAt !== undefined && Date.parse(credential.expiresAt) <= now) return "expired";
  return null;
}

function permissionsOf({ permissions }: Credential, member: Member): readonly Permission[] {
  if (permissions === undefined) return member.permissions;
  return member.permissions.filter((permission) => permissions.includes(permission));
}

function refused(reason: Refusal): { accepted: false; reason: Refusal } {
  return { accepted: false, reason };
}
