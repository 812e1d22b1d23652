import type { Caller, Quota, Refusal, VerificationContext } from "../access/mod.ts";
import { ProblemError, type ProblemCode } from "./problem.ts";
import type { HttpDeps } from "./http_deps.ts";

/** Who makes a request, and what is left of the quota. */
export interface Authentication {
  caller: Caller | null;
  quota?: Quota;
  /** Why the key is refused. */
  problem?: ProblemError;
}

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
export async function authenticate(
  request: Request,
  { verifier, options }: HttpDeps,
  context: VerificationContext,
): Promise<Authentication> {
  const text = request.headers.get("x-api-key");
  if (text === null) return { caller: null };
  const verification = await verifier.verify(text, context);
  if (verification.accepted) return verification;
  const { reason, quota, retryAt } = verification;
  const headers: Record<string, string> =
    retryAt === undefined ? challenge : { "retry-after": String(secondsUntil(retryAt, options.clock.now())) };
  const problem = new ProblemError(...refusals[reason], { headers });
  return quota === undefined ? { caller: null, problem } : { caller: null, problem, quota };
}

/** Tells the client its quota (IETF draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders(quota: Quota, now: number): Record<string, string> {
  const { limit, remaining, resetsAt, burst } = quota;
  const policies = [`"daily";q=${limit};w=86400`];
  const limits = [`"daily";r=${remaining};t=${secondsUntil(resetsAt, now)}`];
  if (burst !== undefined) {
    policies.push(`"burst";q=${burst.limit};w=1`);
    limits.push(`"burst";r=${burst.remaining};t=1`);
  }
  return { "ratelimit-policy": policies.join(", "), ratelimit: limits.join(", ") };
}

function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000));
}
