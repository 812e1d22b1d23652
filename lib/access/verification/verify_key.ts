import { andThen, type Awaitable } from "../../base/awaitable.ts";
import { isEqualInConstantTime, sha256Hex } from "../../base/secrets/sha256.ts";
import {
  type Answers,
  type CountedUse,
  type Question,
  runQuestions,
  type Stored,
  type UseCounter,
} from "../../store/mod.ts";
import { includesPermission, type Permission } from "../permissions.ts";
import { endOfDay, endOfSecond, type Quota } from "../quota/quota.ts";
import { type Credential, keyEvent } from "./credential.ts";
import { cacheCredential, type CachedCredential } from "./credential_cache.ts";
import { readDecoy } from "./decoy.ts";
import type { Member } from "./identity.ts";
import type { KeyDeps } from "./key_deps.ts";
import { refusalOutside } from "./key_networks.ts";
import {
  connectionOf,
  type KeyProof,
  proofOfKey,
  proofOfToken,
  questionsOf,
  refusalOfToken,
} from "./key_proof.ts";
import type { KeyRequest, LimitedOrganization } from "./key_request.ts";
import type { Caller, Refusal, Verification } from "./verification.ts";

/** The plan for checking a key. */
export type KeyPlan = RefusedKey | CachedKey | UnprovenKey;

/** The queries for a key, and the counter of its use. The counter is undefined if the use cannot be counted yet. */
interface AskedKey {
  questions: readonly Question<unknown>[];
  counter: UseCounter | undefined;
}

/** A key that is refused without a read of the store. */
interface RefusedKey extends AskedKey {
  kind: "refused";
  refusal: Refused;
}

/** A key whose secret was verified before. Its use is counted if the credential has not changed. */
interface CachedKey extends AskedKey {
  kind: "cached";
  credential: CachedCredential;
  organization: Question<LimitedOrganization | null>;
}

/** A key with an unverified secret. The credential is always read, so the response time does not reveal whether the ID exists. */
interface UnprovenKey extends AskedKey {
  kind: "unproven";
  proof: KeyProof;
}

/** Plans the check of a key (spec, "Authentication"). It does not read the store or count a use. */
export function planKey(text: string, request: KeyRequest, deps: KeyDeps): KeyPlan {
  // The hash of the whole key, so that the time of the search reveals nothing about a secret.
  const credential = deps.credentials.get(sha256Hex(text));
  if (credential === undefined) return planUnproven(proofOfKey(deps.keyPrefix, text), request, deps);
  const { counter, expiresAt, member, stored } = credential;
  if (expiresAt <= request.now) return planRefusal(refused("expired", stored.data));
  const organization = request.organization(stored.data.organizationSlug);
  return { kind: "cached", credential, organization, questions: [member, organization], counter };
}

/**
 * Plans the check of a bearer token: a key, or an access token that stands for a key. An access token needs no further round trip: its
 * connection is read together with the member.
 */
export function planBearer(text: string, request: KeyRequest, deps: KeyDeps): KeyPlan {
  const proof = proofOfToken(deps.keyPrefix, text);
  if (proof === undefined) return planKey(text, request, deps);
  const credential = deps.credentials.get(proof.textHash);
  if (credential === undefined) return planUnproven(proof, request, deps);
  const { counter, expiresAt, member, stored } = credential;
  if (expiresAt <= request.now) return planRefusal(refused("expired", stored.data));
  const organization = request.organization(stored.data.organizationSlug);
  const questions = [member, organization, ...connectionOf(credential.proof)];
  return { kind: "cached", credential, organization, questions, counter };
}

function planUnproven(proof: KeyProof | undefined, request: KeyRequest, deps: KeyDeps): KeyPlan {
  const blocked = blockedOf(request, deps);
  if (blocked !== null) return planRefusal(blocked);
  if (proof === undefined) return planRefusal(refused("malformed"));
  return { kind: "unproven", proof, questions: questionsOf(proof), counter: undefined };
}

function planRefusal(refusal: Refused): RefusedKey {
  return { kind: "refused", refusal, questions: [], counter: undefined };
}

/**
 * Verifies a key with the results of its queries: a cached key by the version of its credential, other keys by their secret. Counts an invalid
 * key against its client, and emits a refusal. Call it once per request.
 *
 * @throws the error of a failed query
 */
export function judgeKey(
  key: KeyPlan,
  answers: Answers,
  request: KeyRequest,
  deps: KeyDeps,
): Awaitable<Verification> {
  if (key.kind === "refused") return concludeRefusal(key.refusal, key, { request, deps });
  const judged = key.kind === "cached" ? judgeCached(key, answers, request, deps) : null;
  if (judged?.accepted === true) return judged;
  return andThen(judged ?? settleKey(key, answers, request, deps), (verification) =>
    verification.accepted ? verification : concludeRefusal(verification, key, { request, deps }),
  );
}

/**
 * Verifies a cached key with the results of its queries. The store counts the use only if the credential still has the cached version, so a
 * revoked key is never accepted.
 *
 * @returns null if the credential or its limit has changed since it was cached
 * @throws the error of a failed query
 */
function judgeCached(
  { credential, organization }: Pick<CachedKey, "credential" | "organization">,
  answers: Answers,
  request: KeyRequest,
  deps: KeyDeps,
): Verification | null {
  const { use } = answers;
  const { outcome } = use;
  const { stored, proof, member } = credential;
  // Check the credential first: a revoked key is refused even if other queries fail.
  if (!outcome.committed && outcome.failedChecks.length > 0) return forget(credential, deps);
  if (proof.connection !== undefined) {
    const refusal = refusalOfToken(proof, answers.of(proof.connection), stored.data, request);
    if (refusal !== null) {
      forget(credential, deps);
      return refused(refusal, stored.data);
    }
  }
  const found = answers.of(member);
  const limit = dailyLimit(stored.data, answers.of(organization), deps);
  if (!outcome.committed && limit > credential.limit) return forget(credential, deps);
  if (limit !== credential.limit) cacheCredential(stored, { proof, limit }, deps);
  if (found?.status !== "active") return refused("inactive-user", stored.data);
  const caller: Caller = { credential: stored.data, permissions: permissionsOfKey(stored.data, found) };
  const verification = judgeQuota(use, caller, limit, { request, deps });
  if (credential.networks === undefined || !verification.accepted) return verification;
  // The request is counted already, so that tries from other networks show in the usage.
  const refusal = refusalOutside(credential.networks, request);
  return refusal === null ? verification : { quota: verification.quota, ...refused(refusal, stored.data) };
}

function forget({ proof }: CachedCredential, { credentials }: KeyDeps): null {
  credentials.delete(proof.textHash);
  return null;
}

/** Returns a key's requests per UTC day: the key's own limit, the organization's, or the API's, in this order. */
function dailyLimit(
  { dailyRequestLimit }: Credential,
  organization: LimitedOrganization | null,
  deps: Pick<KeyDeps, "rateLimit">,
): number {
  return dailyRequestLimit ?? organization?.rateLimit?.perDay ?? deps.rateLimit.perDay;
}

/** Accepts or refuses a use by its counters (spec, "Limits"). */
function judgeQuota(
  { outcome, now }: CountedUse,
  caller: Caller,
  limit: number,
  { request, deps }: { request: KeyRequest; deps: KeyDeps },
): Verification {
  const { perSecond } = deps.rateLimit;
  const today = outcome.committed ? (outcome.sums[0] ?? 0) : limit;
  const quota: Quota = { limit, remaining: Math.max(0, limit - today), resetsAt: endOfDay(now) };
  if (perSecond !== undefined) {
    const remaining = outcome.committed ? perSecond - (outcome.sums[1] ?? 0) : 0;
    quota.burst = { limit: perSecond, remaining };
  }
  if (outcome.committed && today <= limit) {
    if (today === limit || today === Math.ceil(limit * 0.8))
      request.keep(deps.reportQuota(caller.credential, { limit, today }));
    return { accepted: true, caller, quota };
  }
  const key = keyEvent(caller.credential);
  if (!outcome.committed && !outcome.exceededSums.includes(0)) {
    // The store rejected the whole commit, so the remaining requests of the day are unknown.
    return { accepted: false, reason: "burst-exceeded", key, retryAt: endOfSecond(now) };
  }
  return { accepted: false, reason: "quota-exceeded", key, quota, retryAt: quota.resetsAt };
}

/** Returns the permissions of a key of a member: those of the member, or those that the key names and the member has. */
export function permissionsOfKey({ permissions }: Credential, member: Member): readonly Permission[] {
  if (permissions === undefined) return member.permissions;
  return [
    ...new Set([...within(member.permissions, permissions), ...within(permissions, member.permissions)]),
  ];
}

/** Returns the permissions that others include. */
function within(some: readonly Permission[], others: readonly Permission[]): Permission[] {
  return some.filter((permission) => includesPermission(others, permission));
}

function concludeRefusal(
  verification: Refused,
  { kind }: Pick<KeyPlan, "kind">,
  { request, deps }: { request: KeyRequest; deps: KeyDeps },
): Verification {
  // A cached key was valid when it was cached, so its refusal is not a failed attempt.
  const refusal = kind === "cached" ? verification : countFailure(verification, request, deps);
  const { reason, key } = refusal;
  const address = request.findAddress();
  const from = address === undefined ? {} : { address };
  const event = { reason, ...key, ...from };
  request.keep(deps.countRefusal(event, request.workTime));
  request.keep(deps.emit("key.refused", event), { mayEnd: true });
  return refusal;
}

/** Checks for a block again, because concurrent requests can all pass the first check before a failure is counted. */
function countFailure(verification: Refused, request: KeyRequest, deps: KeyDeps): Refused {
  if (verification.reason !== "malformed" && verification.reason !== "unknown") return verification;
  const blocked = blockedOf(request, deps);
  if (blocked !== null) return blocked;
  const address = request.findAddress();
  if (address !== undefined) deps.failures?.add(address);
  return verification;
}

/** Verifies a key that is not cached or whose credential has changed: reads the credential, compares the secret and counts the use. */
async function settleKey(
  plan: UnprovenKey | CachedKey,
  answers: Answers,
  request: KeyRequest,
  deps: KeyDeps,
): Promise<Verification> {
  const { proof } = plan.kind === "unproven" ? plan : plan.credential;
  let known: Answers | undefined = answers;
  return deps.store.writes.repeat("Cannot verify the key: its credential", async () => {
    const first = known;
    known = undefined;
    const isRead = first?.has(proof.credential) === true;
    const read = isRead ? first : await runQuestions(deps.store, questionsOf(proof));
    const found = read.of(proof.credential);
    const refusal = refusalOf(found?.data ?? readDecoy(), { proof, read, now: deps.clock.now() }, request);
    if (found === null || refusal === "unknown") return refused("unknown");
    if (refusal !== null) return refused(refusal, found.data);
    return countUse({ proof, found, answers: first }, request, deps);
  });
}

/** Counts the use. Call it only after the secret is verified, because a read of the organization would reveal that the key's ID exists. */
async function countUse(
  { proof, found, answers }: { proof: KeyProof; found: Stored<Credential>; answers: Answers | undefined },
  request: KeyRequest,
  deps: KeyDeps,
): Promise<Verification | null> {
  const organization = request.organization(found.data.organizationSlug);
  const known = answers?.has(organization) ? answers : await runQuestions(deps.store, [organization]);
  const limited = known.of(organization);
  const limit = dailyLimit(found.data, limited, deps);
  const credential = cacheCredential(found, { proof, limit }, deps);
  const questions = [credential.member, organization, ...connectionOf(proof)];
  const counted = await runQuestions(deps.store, questions, credential.counter);
  return judgeCached({ credential, organization }, counted, request, deps);
}

/** Returns the reason to refuse a key, or null. Without the correct secret, the reason is always `unknown`. */
function refusalOf(
  credential: Credential,
  { proof, read, now }: { proof: KeyProof; read: Answers; now: number },
  request: KeyRequest,
): Refusal | null {
  const { connection } = proof;
  const ofToken = connection && refusalOfToken(proof, read.of(connection), credential, request);
  if (ofToken === "unknown") return ofToken;
  if (connection === undefined && !isEqualInConstantTime(proof.hash, credential.hash)) return "unknown";
  if (credential.revokedAt !== undefined) return "revoked";
  if (credential.expiresAt !== undefined && Date.parse(credential.expiresAt) <= now) return "expired";
  if (credential.disabledAt !== undefined) return "disabled";
  return ofToken ?? null;
}

/** The verification of a refused key. */
type Refused = Extract<Verification, { accepted: false }>;

/** Returns a refusal. Pass the credential only if the key's secret was verified. */
function refused(reason: Refusal, credential?: Credential): Refused {
  if (credential === undefined) return { accepted: false, reason };
  return { accepted: false, reason, key: keyEvent(credential) };
}

/** Returns the refusal of a client that has sent too many invalid keys, or null. */
function blockedOf(request: KeyRequest, { failures }: KeyDeps): Refused | null {
  const address = request.findAddress();
  const retryAt = address === undefined ? undefined : failures?.blockedUntil(address);
  return retryAt === undefined ? null : { accepted: false, reason: "too-many-failures", retryAt };
}
