import { type Answers, runQuestions, type Stored } from "../../store/mod.ts";
import { checksumOf, parseApiKey } from "../api_keys/api_key_text.ts";
import { type Credential, credentialLocation } from "./credential.ts";
import { cacheCredential } from "./credential_cache.ts";
import { readDecoy } from "./decoy.ts";
import { dailyLimit, judgeKey } from "./judge_key.ts";
import type { KeyDeps } from "./key_deps.ts";
import type { KeyRequest } from "./key_request.ts";
import type { CachedKey, UnprovenKey } from "./plan_key.ts";
import { refused } from "./refused.ts";
import { isEqualInConstantTime, sha256Hex } from "../../base/secrets/sha256.ts";
import type { Refusal, Verification } from "./verification.ts";

/** Verifies a key that is not cached or whose credential has changed: reads the credential, compares the secret and counts the use. */
export async function settleKey(
  plan: UnprovenKey | CachedKey,
  answers: Answers,
  request: KeyRequest,
  deps: KeyDeps,
): Promise<Verification> {
  const { text } = plan;
  const key = plan.kind === "unproven" ? plan.key : parseApiKey(deps.keyPrefix, text);
  if (key === undefined) return refused("malformed");
  const hash = sha256Hex(key.secret);
  let known: Answers | undefined = answers;
  let found = plan.kind === "unproven" ? answers.of(plan.credential) : await readCredential(key.keyId, deps);
  return deps.store.writes.repeat("Cannot verify the key: its credential", async () => {
    if (known === undefined) found = await readCredential(key.keyId, deps);
    const refusal = refusalOf(found?.data ?? readDecoy(), hash, deps.clock.now());
    if (found === null || refusal === "unknown") return refused("unknown");
    if (refusal !== null) return refused(refusal, found.data);
    const first = known;
    known = undefined;
    return countUse({ text, found, answers: first }, request, deps);
  });
}

function readCredential(keyId: string, { store }: KeyDeps): Promise<Stored<Credential> | null> {
  return store.get<Credential>(credentialLocation(keyId));
}

/** Counts the use. Call it only after the secret is verified, because a read of the organization would reveal that the key's ID exists. */
async function countUse(
  { text, found, answers }: { text: string; found: Stored<Credential>; answers: Answers | undefined },
  request: KeyRequest,
  deps: KeyDeps,
): Promise<Verification | null> {
  const { userId, organizationId: id, organizationSlug: slug } = found.data;
  const organization = request.organization(slug);
  const known = answers?.has(organization) ? answers : await runQuestions(deps.store, [organization]);
  const limited = known.of(organization);
  const limit = dailyLimit(found.data, limited, deps);
  const credential = cacheCredential(found, { checksum: checksumOf(text), limit }, deps);
  const member = deps.members.member(userId, { id, slug });
  const counted = await runQuestions(deps.store, [member, organization], credential.counter);
  return judgeKey({ credential, member, organization }, counted, request, deps);
}

/** Returns the reason to refuse a key, or null. Without the correct secret, the reason is always `unknown`. */
function refusalOf(credential: Credential, hash: string, now: number): Refusal | null {
  if (!isEqualInConstantTime(hash, credential.hash)) return "unknown";
  if (credential.revokedAt !== undefined) return "revoked";
  if (credential.expiresAt !== undefined && Date.parse(credential.expiresAt) <= now) return "expired";
  return null;
}
