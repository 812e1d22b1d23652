import type { Caller, Permission } from "../access/mod.ts";
import { andThen, type Awaitable, begin, handleLater, isPromise } from "../awaitable.ts";
import type { Organization } from "../content/mod.ts";
import type { Answer } from "./answer.ts";
import type { ApiRequest } from "./api_request.ts";
import type { Authentication } from "./authenticate.ts";
import type { HttpDeps } from "./http_deps.ts";
import { ProblemError } from "./problem.ts";
import { missingKey } from "./refusals.ts";

/** What was read. */
export interface Read<Result> {
  organization: Organization;
  result: Result;
  /** Null for no key. */
  caller: Caller | null;
}

/** What a handler reads of an organization, and what it makes of it. */
export interface ReadOptions<Result> {
  /** Whether the answer is for everyone, whatever `readAccess` says: crawlers send no key. */
  isOpen?: boolean;
  /** Reads what the answer needs. It runs beside the verification of the key, so it must only read. */
  read: (request: ApiRequest) => Awaitable<Result>;
  answer: (read: Read<Result>, request: ApiRequest) => Awaitable<Answer>;
}

/**
 * Finds the organization of the path, and what the handler reads of it, while the key is verified:
 * all in one round trip. Then the handler answers; what was read is thrown away when the caller may not see it.
 */
export function readOrganization<Result>(
  request: ApiRequest,
  { options }: HttpDeps,
  { isOpen = false, read, answer }: ReadOptions<Result>,
): Awaitable<Answer> {
  const organization = request.findOrganization(request.organizationSlug);
  const result = begin(request, read);
  const needsKey = !isOpen && options.readAccess === "key";
  if (isPromise(organization) || isPromise(result)) {
    return answerLater({ request, organization, result, needsKey, answer });
  }
  const ready = { request, organization, result, needsKey, answer };
  return andThen(request.authentication, answerReady, ready);
}

/** What is read for a request. */
interface Reading<Result> {
  request: ApiRequest;
  organization: Awaitable<Organization | null>;
  result: Awaitable<Result>;
  needsKey: boolean;
  answer: ReadOptions<Result>["answer"];
}

/** What was read while the key was still being verified. */
interface Ready<Result> extends Reading<Result> {
  organization: Organization | null;
  result: Result;
}

async function answerLater<Result>(reading: Reading<Result>): Promise<Answer> {
  const { request, organization, result, needsKey, answer } = reading;
  // Whether there is anything to read, or what went wrong, is not for a caller who may not see it.
  handleLater(organization);
  handleLater(result);
  const who = request.admit(await request.authentication);
  if (who === null && needsKey) throw missingKey;
  return answer(
    { organization: permitted(who, await organization), result: await result, caller: who },
    request,
  );
}

function answerReady<Result>(authentication: Authentication, ready: Ready<Result>): Awaitable<Answer> {
  const { request, organization, result, needsKey, answer } = ready;
  const who = request.admit(authentication);
  if (who === null && needsKey) throw missingKey;
  return answer({ organization: permitted(who, organization), result, caller: who }, request);
}

const organizationNotFound = new ProblemError(
  "organization-not-found",
  "No organization has the slug in the path",
  { isShared: true },
);

function permitted(caller: Caller | null, organization: Organization | null): Organization {
  if (caller !== null) {
    requireOrganization(caller, organization);
    requirePermission(caller, "posts:read");
  }
  if (organization !== null) return organization;
  throw organizationNotFound;
}

/** @throws {ProblemError} when the caller's key lacks a permission */
export function requirePermission({ permissions }: Caller, permission: Permission): void {
  if (permissions.includes(permission)) return;
  throw new ProblemError("missing-permission", `The key needs the permission ${permission}`);
}

/** A key of another organization learns the same whether or not the one in the path exists. */
export function requireOrganization({ credential }: Caller, organization: Organization | null): void {
  if (organization?.id === credential.organizationId) return;
  throw new ProblemError(
    "wrong-organization",
    "The key belongs to another organization than the one in the path",
  );
}
