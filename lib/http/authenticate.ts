import type { Caller, Quota, Verification, VerificationContext } from "../access/mod.ts";
import { type Awaitable, settle } from "../awaitable.ts";
import { decimal } from "../decimal.ts";
import type { HeaderList } from "./header_list.ts";
import type { HttpDeps } from "./http_deps.ts";
import type { Refusals } from "./refusals.ts";

/** Who makes a request, and what is left of the quota. */
export interface Authentication {
  caller: Caller | null;
  quota?: Quota;
  /** Why the caller is refused: the problem of the key, or what kept it from being verified. */
  refusal?: unknown;
}

type Refused = Extract<Verification, { accepted: false }>;

/** Verifies and counts the key of a request, where there is one (spec, "Authentication"). */
export function authenticate(
  request: Request,
  deps: HttpDeps,
  context: VerificationContext,
): Awaitable<Authentication> {
  const text = request.headers.get("x-api-key");
  if (text === null) return { caller: null };
  return settle({ text, deps, context }, verify, judge, notVerified);
}

/** What is verified, and with what. */
interface Presented {
  text: string;
  deps: HttpDeps;
  context: VerificationContext;
}

function verify({ text, deps, context }: Presented): Awaitable<Verification> {
  return deps.verifier.verify(text, context);
}

/** What kept the key from being verified is told in place of the handler's answer. */
function notVerified(refusal: unknown): Authentication {
  return { caller: null, refusal };
}

function judge(verification: Verification, { deps: { refusals, options } }: Presented): Authentication {
  return verification.accepted ? verification : refuse(verification, refusals, options.clock.now());
}

function refuse({ reason, quota, retryAt }: Refused, refusals: Refusals, now: number): Authentication {
  const refusal = refusals.problemOf(reason, retryAt === undefined ? undefined : secondsUntil(retryAt, now));
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
  const left = `"daily";r=${decimal(remaining)};t=${secondsUntil(resetsAt, now)}`;
  headers.set("ratelimit-policy", policyOf(quota));
  headers.set("ratelimit", burst === undefined ? left : `${left}, "burst";r=${burst.remaining};t=1`);
}

function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000));
}
