import type { Permission, Refusal } from "../access/mod.ts";
import { type ProblemCode, ProblemError } from "./problem.ts";

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

/** The problem of a request without a required key. */
export const missingKey: ProblemError = new ProblemError(
  "missing-key",
  "Send an API key in the header x-api-key",
  { headers: challenge, isShared: true },
);

/** The problem of a key from another organization. It does not reveal whether the organization in the path exists. */
export const wrongOrganization: ProblemError = new ProblemError(
  "wrong-organization",
  "The key belongs to another organization than the one in the path",
  { isShared: true },
);

/** Creates the problem of a key that lacks a permission. */
export function missingPermission(permission: Permission): ProblemError {
  return new ProblemError("missing-permission", `The key needs the permission ${permission}`);
}

/**
 * Creates and caches the problems of refused keys. A problem is reused while its content stays the same, because errors and their responses
 * are the most expensive part of a refusal. This matters during a flood of identical requests.
 */
export class Refusals {
  readonly #told = new Map<Refusal, { retryAfter: number | undefined; problem: ProblemError }>();

  /** @param retryAfter seconds until the client may retry. Undefined if only a different key helps. */
  problemOf(reason: Refusal, retryAfter: number | undefined): ProblemError {
    const last = this.#told.get(reason);
    if (last !== undefined && last.retryAfter === retryAfter) return last.problem;
    const headers = retryAfter === undefined ? challenge : { "retry-after": String(retryAfter) };
    const problem = new ProblemError(...refusals[reason], { headers, isShared: true });
    this.#told.set(reason, { retryAfter, problem });
    return problem;
  }
}
