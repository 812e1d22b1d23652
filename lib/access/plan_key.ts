import {
  CachedRecord,
  type Question,
  type RecordQuestion,
  type Stored,
  type UseCounter,
  valueOf,
} from "../store/mod.ts";
import { type ApiKeyText, parseApiKey, splitApiKey } from "./api_key_text.ts";
import { type Credential, credentialLocation } from "./credential.ts";
import type { CachedCredential } from "./credential_cache.ts";
import { noHash } from "./decoy.ts";
import type { Member } from "./identity.ts";
import type { KeyDeps } from "./key_deps.ts";
import type { KeyRequest, LimitedOrganization } from "./key_request.ts";
import { hashSecret, isEqualInConstantTime } from "./secret_hash.ts";
import { blockedOf, refused, type Refused } from "./refused.ts";

/** The questions whose answers judge a key. */
export type KeyPlan = RefusedKey | CachedKey | UnprovenKey;

/** A key that is refused without a look at the store. */
export interface RefusedKey {
  kind: "refused";
  refusal: Refused;
}

/** A key whose secret was proven before: its use is counted if the credential has not changed. */
export interface CachedKey {
  kind: "cached";
  text: string;
  credential: CachedCredential;
  member: Question<Member | null>;
  organization: Question<LimitedOrganization | null>;
}

/** A key whose secret is still to be compared. The credential is read in any case, so the response time does not reveal whether its id exists. */
export interface UnprovenKey {
  kind: "unproven";
  text: string;
  key: ApiKeyText;
  credential: RecordQuestion<Stored<Credential> | null>;
}

/** Plans the check of a key (spec, "Authentication"). It reads no store and counts nothing. */
export function planKey(text: string, request: KeyRequest, deps: KeyDeps): KeyPlan {
  const cached = findCached(text, deps);
  if (cached !== undefined) return planCached(text, cached, request, deps);
  const blocked = blockedOf(request, deps);
  if (blocked !== null) return { kind: "refused", refusal: blocked };
  const key = parseApiKey(deps.keyPrefix, text);
  if (key === undefined) return { kind: "refused", refusal: refused("malformed") };
  return { kind: "unproven", text, key, credential: credentialQuestion(key.keyId) };
}

/** The questions of a plan. */
export function keyQuestions(plan: KeyPlan): readonly Question<unknown>[] {
  if (plan.kind === "cached") return [plan.member, plan.organization];
  return plan.kind === "unproven" ? [plan.credential] : [];
}

/** The counter of the use; undefined where it cannot be counted yet. */
export function keyCounter(plan: KeyPlan): UseCounter | undefined {
  return plan.kind === "cached" ? plan.credential.counter : undefined;
}

/** Finds the cached credential of a key. The full secret is compared: another one with the same id is unproven. */
function findCached(text: string, { keyPrefix, credentials }: KeyDeps): CachedCredential | undefined {
  const parts = splitApiKey(keyPrefix, text);
  if (parts === undefined) return undefined;
  const cached = credentials.get(parts.keyId);
  const isGenuine = isEqualInConstantTime(hashSecret(parts.secret), cached?.stored.data.hash ?? noHash);
  return isGenuine && cached !== undefined && text.endsWith(cached.checksum) ? cached : undefined;
}

function planCached(
  text: string,
  credential: CachedCredential,
  request: KeyRequest,
  { members }: KeyDeps,
): KeyPlan {
  const { data } = credential.stored;
  if (credential.expiresAt <= request.now) return { kind: "refused", refusal: refused("expired", data) };
  const { userId, organizationId: id, organizationSlug: slug } = data;
  const member = members.member(userId, { id, slug });
  return { kind: "cached", text, credential, member, organization: request.organization(slug) };
}

function credentialQuestion(keyId: string): RecordQuestion<Stored<Credential> | null> {
  return {
    records: [new CachedRecord(credentialLocation(keyId))],
    read: ([found = null]) => valueOf(found) as Stored<Credential> | null,
  };
}
