import type { Caller, Quota, Refusal } from "../access/mod.ts";
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
): Promise<Authentication> {
  const text = request.headers.get("x-api-key");
  if (text === null) return { caller: null };
  const verification = await verifier.verify(text);
  if (verification.accepted) return verification;
  const { reason, quota } = verification;
  const [code, detail] = refusals[reason];
  if (quota === undefined)
    return { caller: null, problem: new ProblemError(code, detail, { headers: challenge }) };
  const headers = { "retry-after": String(secondsUntil(quota.resetsAt, options.clock.now())) };
  return { caller: null, quota, problem: new ProblemError(code, detail, { headers }) };
}

/** Tells the client its quota (IETF draft-ietf-httpapi-ratelimit-headers). */
export function setRateLimitHeaders(
  headers: Headers,
  { limit, remaining, resetsAt }: Quota,
  now: number,
): void {
  headers.set("ratelimit-policy", `"daily";q=${limit};w=86400`);
  headers.set("ratelimit", `"daily";r=${remaining};t=${secondsUntil(resetsAt, now)}`);
}

function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000));
}
