import type { Caller, Permission } from "../access/mod.ts";
import type { Organization } from "../content/mod.ts";
import { missingKey } from "./authenticate.ts";
import type { ApiRequest, HttpDeps } from "./http_deps.ts";
import { ProblemError } from "./problem.ts";

/** What a handler reads of an organization. */
export interface ReadOptions<Result> {
  /** Whether the answer is for everyone, whatever `readAccess` says: crawlers send no key. */
  isOpen?: boolean;
  /** Reads what the answer needs. It runs beside the verification of the key, so it must only read. */
  read: (organizationSlug: string) => Promise<Result>;
}

/**
 * Finds the organization of the path, and what the handler reads of it, while the key is verified:
 * all in one round trip. What was read is thrown away when the caller may not see it.
 */
export async function readOrganization<Result>(
  { params, caller, findOrganization }: ApiRequest,
  { options }: HttpDeps,
  { isOpen = false, read }: ReadOptions<Result>,
): Promise<{ organization: Organization; result: Result }> {
  const slug = params["organizationSlug"] ?? "";
  const reading = Promise.all([findOrganization(slug), read(slug)]);
  // Whether there is anything to read is not for a caller who sends no key.
  reading.catch(() => undefined);
  const admitted = await caller;
  if (admitted === null && !isOpen && options.readAccess === "key") throw missingKey();
  const [organization, result] = await reading;
  if (admitted !== null) {
    requireOrganization(admitted, organization);
    requirePermission(admitted, "posts:read");
  }
  if (organization === null) {
    throw new ProblemError("organization-not-found", "No organization has the slug in the path");
  }
  return { organization, result };
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
