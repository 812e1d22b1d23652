import type { Clock } from "../clock.ts";
import type { Emit } from "../hooks.ts";
import type { Committed, Conflict, Store } from "../store/mod.ts";
import { type ApiKeyText, parseApiKey } from "./api_key_text.ts";
import { type Credential, credentialLocation, keyEvent } from "./credential.ts";
import { CredentialCache, type KnownCredential } from "./credential_cache.ts";
import { FailedAttempts, type FailedAttemptLimit } from "./failed_attempts.ts";
import { noHash, readDecoy } from "./decoy.ts";
import type { Identity, Member } from "./identity.ts";
import type { Permission } from "./permissions.ts";
import { burstCounter, dailyCounter, endOfDay, endOfSecond, type Quota } from "./quota.ts";
import { hashSecret, isEqualInConstantTime } from "./secret_hash.ts";
import type { Refusal, Verification } from "./verification.ts";

/** What the verifier is made from. */
export interface VerifierDeps {
  store: Store;
  clock: Clock;
  identity: Identity;
  keyPrefix: string;
  emit: Emit;
  /** Requests per UTC day of keys that have no limit of their own, nor their organization. */
  dailyRequestLimit: number;
  /** Requests per key and second; undefined for no such limit. */
  requestsPerSecond: number | undefined;
  /** Undefined for no limit. */
  failedAttempts: FailedAttemptLimit | undefined;
}

/** An organization, as far as verification needs it. */
interface LimitedOrganization {
  dailyRequestLimit?: number;
}

/** What is known of the request that a key came with. */
export interface VerificationContext {
  /** The client's address; undefined when it is not known. */
  address: string | undefined;
  findOrganization: (slug: string) => Promise<LimitedOrganization | null>;
}

type Refused = Extract<Verification, { accepted: false }>;

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
  readonly #failures: FailedAttempts | undefined;

  constructor(deps: VerifierDeps) {
    this.#deps = deps;
    this.#failures = deps.failedAttempts && new FailedAttempts(deps.clock, deps.failedAttempts);
  }

  /** Verifies the text of an API key, and counts the request when the key is genuine and live. */
  async verify(text: string, context: VerificationContext): Promise<Verification> {
    const key = parseApiKey(this.#deps.keyPrefix, text);
    const verification = this.#limitFailures(await this.#decide(key, context), context);
    if (!verification.accepted) this.#tell(verification, context);
    return verification;
  }

  async #decide(key: ApiKeyText | undefined, context: VerificationContext): Promise<Verification> {
    const hash = key && hashSecret(key.secret);
    let known = key && hash ? this.#known(key.keyId, hash) : null;
    const blocked = known ? null : this.#blocked(context);
    if (blocked !== null) return blocked;
    if (key === undefined || hash === undefined) return refused("malformed");
    for (let attempt = 0; attempt < attempts; attempt++) {
      const stored = known?.stored ?? (await this.#deps.store.get<Credential>(credentialLocation(key.keyId)));
      const refusal = refusalOf(stored?.data ?? readDecoy(), hash, this.#deps.clock.now());
      if (stored === null || refusal === "unknown") return refused("unknown");
      if (refusal !== null) return refused(refusal, stored.data);
      // Not before the secret is known to be true: the look at the organization would tell that the key's id exists.
      known ??= { stored, limit: await this.#findLimit(stored.data, context) };
      const verification = await this.#countUse(known, context);
      if (verification !== null) return verification;
      this.#cache.delete(key.keyId);
      known = null;
    }
    throw new Error("Cannot verify the key: its credential changed with every attempt");
  }

  /** The credential as it was seen last. Only the true secret gets at it: a wrong one costs a read, as an unknown key does. */
  #known(keyId: string, hash: string): KnownCredential | null {
    const known = this.#cache.peek(keyId);
    const isGenuine = isEqualInConstantTime(hash, known?.stored.data.hash ?? noHash);
    return isGenuine ? this.#cache.get(keyId) : null;
  }

  async #findLimit(credential: Credential, { findOrganization }: VerificationContext): Promise<number> {
    return this.#limitOf(credential, await findOrganization(credential.organizationSlug));
  }

  /** Counts a request, or answers null when credential or limit are not what they were when they were read. */
  async #countUse(known: KnownCredential, context: VerificationContext): Promise<Verification | null> {
    const { clock, identity } = this.#deps;
    const credential = known.stored.data;
    const { userId, organizationId: id, organizationSlug: slug } = credential;
    const now = clock.now();
    const [count, member, organization] = await Promise.all([
      this.#commitUse(known, now),
      identity.findMember(userId, { id, slug }),
      context.findOrganization(slug),
    ]);
    if (!count.committed && count.failedChecks.length > 0) return null;
    const limit = this.#limitOf(credential, organization);
    if (!count.committed && limit > known.limit) return null;
    this.#cache.set({ stored: known.stored, limit });
    if (member?.status !== "active") return refused("inactive-user", credential);
    return this.#conclude(
      count,
      { credential, permissions: permissionsOf(credential, member) },
      { limit, now },
    );
  }

  /** The daily counter first: where both limits are exceeded, the day is what the client must wait for. */
  #commitUse({ stored, limit }: KnownCredential, now: number): Promise<Committed | Conflict> {
    const { partition, key } = credentialLocation(stored.data.id);
    const { requestsPerSecond } = this.#deps;
    const daily = { ...dailyCounter(now), add: 1, max: limit };
    const burst =
      requestsPerSecond === undefined ? [] : [{ ...burstCounter(now), add: 1, max: requestsPerSecond }];
    return this.#deps.store.commit(partition, {
      checks: [{ key, version: stored.version }],
      sums: [daily, ...burst],
    });
  }

  #conclude(
    count: Committed | Conflict,
    caller: Extract<Verification, { accepted: true }>["caller"],
    { limit, now }: { limit: number; now: number },
  ): Verification {
    const { requestsPerSecond } = this.#deps;
    const [today = limit, inThisSecond = 0] = count.committed ? count.sums : [];
    const quota: Quota = { limit, remaining: Math.max(0, limit - today), resetsAt: endOfDay(now) };
    if (requestsPerSecond !== undefined) {
      const remaining = count.committed ? requestsPerSecond - inThisSecond : 0;
      quota.burst = { limit: requestsPerSecond, remaining };
    }
    if (!count.committed && !count.exceededSums.includes(0)) {
      // How much of the day is left was not asked: the commit was refused whole.
      return { ...refused("burst-exceeded", caller.credential), retryAt: endOfSecond(now) };
    }
    if (count.committed && today <= limit) return { accepted: true, caller, quota };
    this.#deps.emit("quotaExceeded", { ...keyEvent(caller.credential), limit });
    return { ...refused("quota-exceeded", caller.credential), quota, retryAt: quota.resetsAt };
  }

  #limitOf({ dailyRequestLimit }: Credential, organization: LimitedOrganization | null): number {
    return dailyRequestLimit ?? organization?.dailyRequestLimit ?? this.#deps.dailyRequestLimit;
  }

  #blocked({ address }: VerificationContext): Refused | null {
    const retryAt = address === undefined ? undefined : this.#failures?.blockedUntil(address);
    return retryAt === undefined ? null : { ...refused("too-many-failures"), retryAt };
  }

  /** Counts a failure. Attempts that were made at once are all under way before the first is counted, so it looks again. */
  #limitFailures(verification: Verification, context: VerificationContext): Verification {
    if (verification.accepted) return verification;
    if (verification.reason !== "malformed" && verification.reason !== "unknown") return verification;
    const blocked = this.#blocked(context);
    if (blocked !== null) return blocked;
    if (context.address !== undefined) this.#failures?.add(context.address);
    return verification;
  }

  #tell({ reason, key }: Refused, { address }: VerificationContext): void {
    const from = address === undefined ? {} : { address };
    this.#deps.emit("keyRefused", { reason, ...key, ...from });
  }
}

/** Whether a credential lets the holder of a secret in. What is wrong with it only the true holder learns. */
function refusalOf(credential: Credential, hash: string, now: number): Refusal | null {
  if (!isEqualInConstantTime(hash, credential.hash)) return "unknown";
  if (credential.revokedAt !== undefined) return "revoked";
  if (credential.expiresAt !== undefined && Date.parse(credential.expiresAt) <= now) return "expired";
  return null;
}

function permissionsOf({ permissions }: Credential, member: Member): readonly Permission[] {
  if (permissions === undefined) return member.permissions;
  return member.permissions.filter((permission) => permissions.includes(permission));
}

/** A refusal. The credential is that of a key whose true secret was shown. */
function refused(reason: Refusal, credential?: Credential): Refused {
  if (credential === undefined) return { accepted: false, reason };
  return { accepted: false, reason, key: keyEvent(credential) };
}
