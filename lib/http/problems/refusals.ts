import type { Permission, Refusal } from "../../access/mod.ts";
import { type ProblemCode, ProblemError } from "./problem.ts";
import { problems } from "./problems.ts";

const refusals: Record<Refusal, [code: ProblemCode, detail: string]> = {
  malformed: [
    "invalid-key",
    "The value of x-api-key is not a valid API key. Send one complete key, in one header",
  ],
  unknown: ["invalid-key", "The value of x-api-key is not a key of this service"],
  expired: ["expired-key", "The key has expired. Generate another key"],
  revoked: ["revoked-key", "The key was revoked. Generate another key"],
  disabled: ["disabled-key", "The key is disabled. A member who manages keys can enable it"],
  "invalid-token": ["invalid-token", "The access token has expired, or is for another organization"],
  "inactive-user": ["inactive-user", "The key's user was disabled or has left the organization"],
  "quota-exceeded": ["quota-exceeded", "The key has no requests left on this UTC day"],
  "burst-exceeded": ["burst-exceeded", "The key has no requests left in this second"],
  "address-not-allowed": [
    "address-not-allowed",
    "The key works in certain networks only, and your address is in none of them",
  ],
  "address-unknown": [
    "address-not-allowed",
    "The key works in certain networks only, and this server does not know your address. Its operator must set trustProxy, or use a key without networks",
  ],
  "too-many-failures": ["too-many-failures", "Your address sent too many invalid keys"],
};

const challenge = { "www-authenticate": "ApiKey" };

/** The problem of a request without a required key. */
export const missingKey: ProblemError = new ProblemError(
  "missing-key",
  "Send an API key in the header x-api-key",
  { headers: challenge, isShared: true },
);

/** Creates the problem of a request without a key, where a key needs a permission. */
export function missingKeyWith(permission: Permission): ProblemError {
  const detail = `Send an API key with the permission ${permission} in the header x-api-key`;
  return new ProblemError("missing-key", detail, { headers: challenge });
}

/** The problem of an `Authorization` that has a key, but is no bearer token. */
export const malformedBearer: ProblemError = new ProblemError(
  "invalid-key",
  "Send the API key as Authorization: Bearer KEY, or in the header x-api-key",
  { headers: challenge, isShared: true },
);

/** The problem of a key from another organization. It does not reveal whether the organization in the path exists. */
export const wrongOrganization: ProblemError = new ProblemError(
  "wrong-organization",
  "The key does not belong to the organization in the path",
  { isShared: true },
);

/** The problem of a path with an unknown organization. */
export const organizationNotFound: ProblemError = new ProblemError(
  "organization-not-found",
  "No organization has the slug in the path",
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
  readonly #problems = new Map<Refusal, { retryAfter: number | undefined; problem: ProblemError }>();

  /** @param retryAfter seconds until the client may retry. Undefined if only a different key helps. */
  problemOf(reason: Refusal, retryAfter: number | undefined): ProblemError {
    const last = this.#problems.get(reason);
    if (last !== undefined && last.retryAfter === retryAfter) return last.problem;
    const [code, detail] = refusals[reason];
    const headers = retryAfter === undefined ? headersOf(code) : { "retry-after": String(retryAfter) };
    const problem = new ProblemError(code, detail, { headers, isShared: true });
    this.#problems.set(reason, { retryAfter, problem });
    return problem;
  }
}

/** A challenge belongs to a 401 response (RFC 9110, section 11.6.1). */
function headersOf(code: ProblemCode): Record<string, string> {
  return problems[code].status === 401 ? challenge : {};
}
