import { isKeyOver, type Credential, credentialLocation } from "./credential.ts";
import { permissionsOfKey } from "./verify_key.ts";
import type { AccessDeps } from "../access_deps.ts";
import type { MemberFinder } from "./identity.ts";
import type { Caller } from "./verification.ts";

type CallerDeps = Pick<AccessDeps, "store" | "clock" | "findOrganization"> & { identity: MemberFinder };

/**
 * Returns a caller with its current permissions, or null if a request with its key would be refused now. It counts no request, for responses
 * that stay open after their request was counted. A caller whose key has other networks than before must send a new request.
 */
export async function checkCaller(
  deps: CallerDeps,
  { credential: { id: keyId, networks } }: Caller,
): Promise<Caller | null> {
  const found = await deps.store.get<Credential>(credentialLocation(keyId));
  if (found === null || String(found.data.networks) !== String(networks)) return null;
  return callerOf(deps, found.data);
}

/** Returns the caller with a key, or null if the key is refused now in every network. */
export async function callerOf(
  { clock, identity, findOrganization }: Omit<CallerDeps, "store">,
  credential: Credential,
): Promise<Caller | null> {
  if (isKeyOver(credential, clock.now()) || credential.disabledAt !== undefined) return null;
  const { userId, organizationId: id, organizationSlug: slug } = credential;
  const organization = await findOrganization(slug);
  if (organization?.id !== id) return null;
  const member = await identity.findMember(userId, { id, slug });
  if (member?.status !== "active") return null;
  return { credential, permissions: permissionsOfKey(credential, member) };
}
