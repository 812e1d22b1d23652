import type { Answers, CountedUse } from "../../store/mod.ts";
import { type Credential, keyEvent } from "./credential.ts";
import { cacheCredential } from "./credential_cache.ts";
import type { Member } from "./identity.ts";
import { refusalOutside } from "./key_networks.ts";
import type { KeyDeps } from "./key_deps.ts";
import type { KeyRequest, LimitedOrganization } from "./key_request.ts";
import type { Permission } from "../permissions.ts";
import type { CachedKey, KeyPlan } from "./plan_key.ts";
import { endOfDay, endOfSecond, type Quota } from "../quota/quota.ts";
import { blockedOf, refused, type Refused } from "./refused.ts";
import type { Caller, Verification } from "./verification.ts";

/**
 * Verifies a cached key with the results of its queries. The store counts the use only if the credential still has the cached version, so a
 * revoked key is never accepted.
 *
 * @returns null if the credential or its limit has changed since it was cached
 * @throws the error of a failed query
 */
export function judgeKey(
  { credential, member, organization }: Pick<CachedKey, "credential" | "member" | "organization">,
  answers: Answers,
  request: KeyRequest,
  deps: KeyDeps,
): Verification | null {
  const { use } = answers;
  const { outcome } = use;
  const { stored, checksum } = credential;
  // Check the credential first: a revoked key is refused even if other queries fail.
  if (!outcome.committed && outcome.failedChecks.length > 0) return forget(stored.data, deps);
  const found = answers.of(member);
  const limit = dailyLimit(stored.data, answers.of(organization), deps);
  if (!outcome.committed && limit > credential.limit) return forget(stored.data, deps);
  if (limit !== credential.limit) cacheCredential(stored, { checksum, limit }, deps);
  if (found?.status !== "active") return refused("inactive-user", stored.data);
  const caller: Caller = { credential: stored.data, permissions: permissionsOfKey(stored.data, found) };
  const verification = judgeQuota(use, caller, limit, { request, deps });
  if (credential.networks === undefined || !verification.accepted) return verification;
  // The request is counted already, so that tries from other networks show in the usage.
  const refusal = refusalOutside(credential.networks, request);
  return refusal === null ? verification : { ...refused(refusal, stored.data), quota: verification.quota };
}

function forget({ id }: Credential, { credentials }: KeyDeps): null {
  credentials.delete(id);
  return null;
}

/** Returns a key's requests per UTC day: the key's own limit, the organization's, or the API's, in this order. */
export function dailyLimit(
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

/** Returns the permissions of a key of a member: those of the member, or the subset that the key names. */
export function permissionsOfKey({ permissions }: Credential, member: Member): readonly Permission[] {
  if (permissions === undefined) return member.permissions;
  return member.permissions.filter((permission) => permissions.includes(permission));
}

/** Ends the check of a key: counts an invalid key against its client, and emits a refusal. Call it once per request. */
export function concludeKey(
  verification: Verification,
  { kind }: Pick<KeyPlan, "kind">,
  { request, deps }: { request: KeyRequest; deps: KeyDeps },
): Verification {
  if (verification.accepted) return verification;
  // A cached key was valid when it was cached, so its refusal is not a failed attempt.
  const refusal = kind === "cached" ? verification : countFailure(verification, request, deps);
  if (refusal.accepted) return refusal;
  const { reason, key } = refusal;
  const address = request.findAddress();
  const from = address === undefined ? {} : { address };
  const event = { reason, ...key, ...from };
  request.keep(deps.countRefusal(event, request.workTime));
  request.keep(deps.emit("key.refused", event), { mayEnd: true });
  return refusal;
}

/** Checks for a block again, because concurrent requests can all pass the first check before a failure is counted. */
function countFailure(verification: Refused, request: KeyRequest, deps: KeyDeps): Verification {
  if (verification.reason !== "malformed" && verification.reason !== "unknown") return verification;
  const blocked = blockedOf(request, deps);
  if (blocked !== null) return blocked;
  const address = request.findAddress();
  if (address !== undefined) deps.failures?.add(address);
  return verification;
}
