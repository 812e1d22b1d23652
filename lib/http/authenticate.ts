import type { Caller, Quota, Refusal, Verification, VerificationContext } from "../access/mod.ts";
import { type Awaitable, isPromise } from "../awaitable.ts";
import type { Clock } from "../clock.ts";
import { ProblemError, type ProblemCode } from "./problem.ts";
import type { HeaderList } from "./header_list.ts";
import type { HttpDeps } from "./http_deps.ts";

/** Who makes a request, and what is left of the quota. */
export interface Authentication {
  caller: Caller | null;
  quota?: Quota;
  /** Why the caller is refused: the problem of the key, or what kept it from being verified. */
  refusal?: unknown;
}

type Refused = Extract<Verification, { accepted: false }>;

const refusals: Record<Refusal, [code: ProblemCode, detail: string]> = {
  malformed: ["invalid-key", "The value of x-api-key is not a key: send one whole key, once"],
  unknown: ["invalid-key", "The value of x-api-key is not a key of this service"],
  expired: ["expired-key", "The key has expired: generate another one"],
  revoked: ["revoked-key", "The key was revoked: generate another one"],
  "inactive-user": ["inactive-user", "The key's user was disabled or has left the organization"],
  "quota-exceeded": ["quota-exceeded", "The key's requests of this day (UTC) are used up"],
  "burst-exceeded": ["burst-exceeded", "The key's requests of this second are used up"],
  "too-many-failures": ["too-many-failures", "Too many values that are no keys came from your address"],
};

const challenge = { "www-authenticate": "ApiKey" };

/** The problem of a request that needs a key and has none. */
export function missingKey(): ProblemError {
  return new ProblemError("missing-key", "Send an API key in the header x-api-key", { headers: challenge });
}

/** Verifies and counts the key of a request, where there is one (spec, "Authentication"). */
export function authenticate(
  request: Request,
  { verifier, options }: HttpDeps,
  context: VerificationContext,
): Awaitable<Authentication> {
  const text = request.headers.get("x-api-key");
  if (text === null) return { caller: null };
  const { clock } = options;
  try {
    const verification = verifier.verify(text, context);
    if (!isPromise(verification)) return toAuthentication(verification, clock);
    return verification.then((one) => toAuthentication(one, clock), unverified);
  } catch (error) {
    return unverified(error);
  }
}

/** What kept the key from being verified is told in place of the handler's answer. */
function unverified(refusal: unknown): Authentication {
  return { caller: null, refusal };
}

function toAuthentication(verification: Verification, clock: Clock): Authentication {
  return verification.accepted ? verification : refuse(verification, clock.now());
}

function refuse({ reason, quota, retryAt }: Refused, now: number): Authentication {
  const headers: Record<string, string> =
    retryAt === undefined ? challenge : { "retry-after": String(secondsUntil(retryAt, now)) };
  const refusal = new ProblemError(...refusals[reason], { headers });
  return quota === undefined ? { caller: null, refusal } : { caller: null, refusal, quota };
}

/** The headers that {@link setRateLimitHeaders} sets. */
export const emptyRateLimit: Readonly<Record<string, string>> = { "ratelimit-policy": "", ratelimit: "" };

/** The policy that was told last, and what it was told of: nearly all keys have the same. */
let known = { limit: NaN, burst: undefined as number | undefined, policy: "" };

function policyOf({ limit, burst }: Quota): string {
  if (known.limit !== limit || known.burst !== burst?.limit) {
    const daily = `"daily";q=${limit};w=86400`;
    const policy = burst === undefined ? daily : `${daily}, "burst";q=${burst.limit};w=1`;
    known = { limit, burst: burst?.limit, policy };
  }
  return known.policy;
}

/** Tells the client its quota (IETF draft-ietf-httpapi-ratelimit-headers). */
export function setRateLimitHeaders(headers: HeaderList, quota: Quota, now: number): void {
  const { remaining, resetsAt, burst } = quota;
  const left = `"daily";r=${remaining};t=${secondsUntil(resetsAt, now)}`;
  headers.set("ratelimit-policy", policyOf(quota));
  headers.set("ratelimit", burst === undefined ? left : `${left}, "burst";r=${burst.remaining};t=1`);
}

function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000));
}
