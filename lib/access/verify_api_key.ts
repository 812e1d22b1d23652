import { adopt, type Awaitable, handleLater, isPromise } from "../awaitable.ts";
import type { Clock } from "../clock.ts";
import type { Emit } from "../hooks.ts";
import { encodeKey, type Store, type Stored } from "../store/mod.ts";
import { checksumOf, parseApiKey, splitApiKey } from "./api_key_text.ts";
import { type Credential, credentialLocation, keyEvent } from "./credential.ts";
import { createCredentialCache, type KnownCredential } from "./credential_cache.ts";
import { FailedAttempts, type FailedAttemptLimit } from "./failed_attempts.ts";
import { noHash, readDecoy } from "./decoy.ts";
import type { Identity, Member } from "./identity.ts";
import type { Permission } from "./permissions.ts";
import { endOfDay, endOfSecond, type Quota } from "./quota.ts";
import { hashSecret, isEqualInConstantTime } from "./secret_hash.ts";
import { UseCounter } from "./use_counter.ts";
import type { Count } from "./uses.ts";
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
  /** When it came: milliseconds since the epoch. */
  readonly now: number;
  /** The client's address; undefined when it is not known. */
  findAddress(): string | undefined;
  findOrganization(slug: string): Awaitable<LimitedOrganization | null>;
}

type Refused = Extract<Verification, { accepted: false }>;

/** What is to be verified. */
interface Asked {
  text: string;
  context: VerificationContext;
}

/** Goes on with what came of a use. To hand it in costs less than to wait for a promise more. */
type GoOn<Result> = (verification: Verification | null, asked: Asked) => Awaitable<Result>;

/** A use of a credential, and what is asked for to judge it. */
interface Use {
  known: KnownCredential;
  count: Awaitable<Count>;
  member: Awaitable<Member | null>;
  organization: Awaitable<LimitedOrganization | null>;
}

/** A use of which only the count is still to come. */
interface CountedUse extends Use {
  count: Promise<Count>;
  member: Member | null;
  organization: LimitedOrganization | null;
}

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
  readonly #cache = createCredentialCache();
  readonly #uses: UseCounter;
  readonly #failures: FailedAttempts | undefined;

  constructor(deps: VerifierDeps) {
    this.#deps = deps;
    this.#uses = new UseCounter(deps);
    this.#failures = deps.failedAttempts && new FailedAttempts(deps.clock, deps.failedAttempts);
  }

  /** Verifies the text of an API key, and counts the request when the key is genuine and live. */
  verify(text: string, context: VerificationContext): Awaitable<Verification> {
    const known = this.#known(text);
    if (known === undefined) return this.#verifyUnknown(text, context);
    return this.#use(known, { text, context }, this.#concludeUse);
  }

  /** The credential as it was seen last. Only the true secret gets at it: a wrong one costs a read, as an unknown key does. */
  #known(text: string): KnownCredential | undefined {
    const parts = splitApiKey(this.#deps.keyPrefix, text);
    if (parts === undefined) return undefined;
    const known = this.#cache.get(parts.keyId);
    const isGenuine = isEqualInConstantTime(hashSecret(parts.secret), known?.stored.data.hash ?? noHash);
    return isGenuine && known !== undefined && text.endsWith(known.checksum) ? known : undefined;
  }

  async #verifyUnknown(text: string, context: VerificationContext): Promise<Verification> {
    const verification = this.#blocked(context) ?? (await this.#decide(text, context));
    return this.#told(this.#limitFailures(verification, context), context);
  }

  readonly #concludeUse: GoOn<Verification> = (verification, { text, context }) =>
    verification === null ? this.#verifyChanged(text, context) : this.#told(verification, context);

  /** A key that was genuine when it was seen last is no failed attempt, whatever has become of it. */
  async #verifyChanged(text: string, context: VerificationContext): Promise<Verification> {
    return this.#told(await this.#decide(text, context), context);
  }

  async #decide(text: string, context: VerificationContext): Promise<Verification> {
    const key = parseApiKey(this.#deps.keyPrefix, text);
    if (key === undefined) return refused("malformed");
    const hash = hashSecret(key.secret);
    const { clock, store } = this.#deps;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const stored = await store.get<Credential>(credentialLocation(key.keyId));
      const refusal = refusalOf(stored?.data ?? readDecoy(), hash, clock.now());
      if (stored === null || refusal === "unknown") return refused("unknown");
      if (refusal !== null) return refused(refusal, stored.data);
      // Not before the secret is known to be true: the look at the organization would tell that the key's id exists.
      const limit = await this.#findLimit(stored.data, context);
      const known = knownCredential(stored, text, limit);
      this.#cache.set(key.keyId, known);
      const verification = await this.#use(known, { text, context }, asItIs);
      if (verification !== null) return verification;
    }
    throw new Error("Cannot verify the key: its credential changed with every attempt");
  }

  async #findLimit(credential: Credential, context: VerificationContext): Promise<number> {
    return this.#limitOf(credential, await context.findOrganization(credential.organizationSlug));
  }

  /** Counts a request, and goes on: with null when credential or limit are not what they were when they were read. */
  #use<Result>(known: KnownCredential, asked: Asked, goOn: GoOn<Result>): Awaitable<Result> {
    const credential = known.stored.data;
    const { context } = asked;
    if (known.expiresAt <= context.now) return goOn(refused("expired", credential), asked);
    const { userId, organizationId: id, organizationSlug: slug } = credential;
    const member = adopt(this.#deps.identity.findMember(userId, { id, slug }));
    const organization = adopt(context.findOrganization(slug));
    const count = this.#uses.count(known, context.now);
    if (isPromise(member) || isPromise(organization)) {
      return this.#judgeAll({ known, count, member, organization }, asked, goOn);
    }
    if (isPromise(count)) return this.#judgeCounted({ known, count, member, organization }, asked, goOn);
    return goOn(this.#judge(known, count, member, organization), asked);
  }

  async #judgeAll<Result>(use: Use, asked: Asked, goOn: GoOn<Result>): Promise<Result> {
    const { known, count, member, organization } = use;
    handleLater(member);
    handleLater(organization);
    return goOn(this.#judge(known, await count, await member, await organization), asked);
  }

  #judgeCounted<Result>(
    { known, count, member, organization }: CountedUse,
    asked: Asked,
    goOn: GoOn<Result>,
  ): Promise<Result> {
    return count.then((one) => goOn(this.#judge(known, one, member, organization), asked));
  }

  #judge(
    known: KnownCredential,
    count: Count,
    member: Member | null,
    organization: LimitedOrganization | null,
  ): Verification | null {
    const { outcome } = count;
    const credential = known.stored.data;
    const limit = this.#limitOf(credential, organization);
    const isOutdated = !outcome.committed && (outcome.failedChecks.length > 0 || limit > known.limit);
    if (isOutdated) {
      this.#cache.delete(credential.id);
      return null;
    }
    if (limit !== known.limit) this.#cache.set(credential.id, { ...known, limit });
    if (member?.status !== "active") return refused("inactive-user", credential);
    return this.#conclude(count, { credential, permissions: permissionsOf(credential, member) }, limit);
  }

  #conclude(
    { outcome, now }: Count,
    caller: Extract<Verification, { accepted: true }>["caller"],
    limit: number,
  ): Verification {
    const { requestsPerSecond } = this.#deps;
    const today = outcome.committed ? (outcome.sums[0] ?? 0) : limit;
    const quota: Quota = { limit, remaining: Math.max(0, limit - today), resetsAt: endOfDay(now) };
    if (requestsPerSecond !== undefined) {
      const remaining = outcome.committed ? requestsPerSecond - (outcome.sums[1] ?? 0) : 0;
      quota.burst = { limit: requestsPerSecond, remaining };
    }
    if (outcome.committed && today <= limit) return { accepted: true, caller, quota };
    const key = keyEvent(caller.credential);
    if (!outcome.committed && !outcome.exceededSums.includes(0)) {
      // How much of the day is left was not asked: the commit was refused whole.
      return { accepted: false, reason: "burst-exceeded", key, retryAt: endOfSecond(now) };
    }
    this.#deps.emit("quotaExceeded", { limit, ...key });
    return { accepted: false, reason: "quota-exceeded", key, quota, retryAt: quota.resetsAt };
  }

  #limitOf({ dailyRequestLimit }: Credential, organization: LimitedOrganization | null): number {
    return dailyRequestLimit ?? organization?.dailyRequestLimit ?? this.#deps.dailyRequestLimit;
  }

  #blocked(context: VerificationContext): Refused | null {
    const address = context.findAddress();
    const retryAt = address === undefined ? undefined : this.#failures?.blockedUntil(address);
    return retryAt === undefined ? null : { accepted: false, reason: "too-many-failures", retryAt };
  }

  /** Counts a failure. Attempts that were made at once are all under way before the first is counted, so it looks again. */
  #limitFailures(verification: Verification, context: VerificationContext): Verification {
    if (verification.accepted) return verification;
    if (verification.reason !== "malformed" && verification.reason !== "unknown") return verification;
    const blocked = this.#blocked(context);
    if (blocked !== null) return blocked;
    const address = context.findAddress();
    if (address !== undefined) this.#failures?.add(address);
    return verification;
  }

  #told(verification: Verification, context: VerificationContext): Verification {
    if (verification.accepted) return verification;
    const { reason, key } = verification;
    const address = context.findAddress();
    const from = address === undefined ? {} : { address };
    this.#deps.emit("keyRefused", { reason, ...key, ...from });
    return verification;
  }
}

function asItIs(verification: Verification | null): Verification | null {
  return verification;
}

/** Whether a credential lets the holder of a secret in. What is wrong with it only the true holder learns. */
function refusalOf(credential: Credential, hash: string, now: number): Refusal | null {
  if (!isEqualInConstantTime(hash, credential.hash)) return "unknown";
  if (credential.revokedAt !== undefined) return "revoked";
  if (credential.expiresAt !== undefined && Date.parse(credential.expiresAt) <= now) return "expired";
  return null;
}

function knownCredential(stored: Stored<Credential>, text: string, limit: number): KnownCredential {
  const { id, expiresAt } = stored.data;
  return {
    stored,
    checks: [{ key: stored.key, version: stored.version }],
    partition: encodeKey(credentialLocation(id).partition),
    checksum: checksumOf(text),
    expiresAt: expiresAt === undefined ? Infinity : Date.parse(expiresAt),
    limit,
    uses: { isGathering: false, wasRefused: false, waiting: [] },
  };
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
