import {
  CachedRecord,
  type Question,
  type RecordQuestion,
  type Stored,
  type UseCounter,
} from "../../store/mod.ts";
import { type ApiKeyText, parseApiKey, splitApiKey } from "../api_keys/api_key_text.ts";
import { type Credential, credentialLocation } from "./credential.ts";
import type { CachedCredential } from "./credential_cache.ts";
import { noHash } from "./decoy.ts";
import type { Member } from "./identity.ts";
import type { KeyDeps } from "./key_deps.ts";
import type { KeyRequest, LimitedOrganization } from "./key_request.ts";
import { blockedOf, refused, type Refused } from "./refused.ts";
import { isEqualInConstantTime, sha256Hex } from "../../base/secrets/sha256.ts";

/** The plan for checking a key. */
export type KeyPlan = RefusedKey | CachedKey | UnprovenKey;

/** The queries for a key, and the counter of its use. The counter is undefined if the use cannot be counted yet. */
interface AskedKey {
  questions: readonly Question<unknown>[];
  counter: UseCounter | undefined;
}

/** A key that is refused without a read of the store. */
export interface RefusedKey extends AskedKey {
  kind: "refused";
  refusal: Refused;
}

/** A key whose secret was verified before. Its use is counted if the credential has not changed. */
export interface CachedKey extends AskedKey {
  kind: "cached";
  text: string;
  credential: CachedCredential;
  member: Question<Member | null>;
  organization: Question<LimitedOrganization | null>;
}

/** A key with an unverified secret. The credential is always read, so the response time does not reveal whether the ID exists. */
export interface UnprovenKey extends AskedKey {
  kind: "unproven";
  text: string;
  key: ApiKeyText;
  credential: RecordQuestion<Stored<Credential> | null>;
}

/** Plans the check of a key (spec, "Authentication"). It does not read the store or count a use. */
export function planKey(text: string, request: KeyRequest, deps: KeyDeps): KeyPlan {
  const cached = findCached(text, deps);
  if (cached !== undefined) return planCached(text, cached, request, deps);
  const blocked = blockedOf(request, deps);
  if (blocked !== null) return planRefusal(blocked);
  const key = parseApiKey(deps.keyPrefix, text);
  if (key === undefined) return planRefusal(refused("malformed"));
  const credential = credentialQuestion(key.keyId);
  return { kind: "unproven", text, key, credential, questions: [credential], counter: undefined };
}

/** Finds the cached credential of a key. Compares the full secret, because a key with the same ID can have a wrong secret. */
function findCached(text: string, { keyPrefix, credentials }: KeyDeps): CachedCredential | undefined {
  const parts = splitApiKey(keyPrefix, text);
  if (parts === undefined) return undefined;
  const cached = credentials.get(parts.keyId);
  const isGenuine = isEqualInConstantTime(sha256Hex(parts.secret), cached?.stored.data.hash ?? noHash);
  return isGenuine && cached !== undefined && text.endsWith(cached.checksum) ? cached : undefined;
}

function planCached(
  text: string,
  credential: CachedCredential,
  request: KeyRequest,
  { members }: KeyDeps,
): KeyPlan {
  const { data } = credential.stored;
  if (credential.expiresAt <= request.now) return planRefusal(refused("expired", data));
  const { userId, organizationId: id, organizationSlug: slug } = data;
  const member = members.member(userId, { id, slug });
  const organization = request.organization(slug);
  const questions = [member, organization];
  return { kind: "cached", text, credential, member, organization, questions, counter: credential.counter };
}

function planRefusal(refusal: Refused): RefusedKey {
  return { kind: "refused", refusal, questions: [], counter: undefined };
}

function credentialQuestion(keyId: string): RecordQuestion<Stored<Credential> | null> {
  const record = new CachedRecord<Credential>(credentialLocation(keyId));
  return { records: [record], read: (found) => found.get(record) };
}
