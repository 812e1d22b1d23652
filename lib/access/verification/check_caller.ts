import { isKeyOver, type Credential, credentialLocation } from "./credential.ts";
import { permissionsOfKey } from "./verify_key.ts";
import type { AccessDeps } from "../access_deps.ts";
import type { MemberFinder } from "./identity.ts";
import type { Caller } from "./verification.ts";

/**
 * Returns a caller with its current permissions, or null if a request with its key would be refused now. It counts no request, for responses
 * that stay open after their request was counted. A caller whose key has other networks than before must send a new request.
 */
export async function checkCaller(
  {
    store,
    clock,
    identity,
    findOrganization,
  }: Pick<AccessDeps, "store" | "clock" | "findOrganization"> & {
    identity: MemberFinder;
  },
  { credential: { id: keyId, networks } }: Caller,
): Promise<Caller | null> {
  const found = await store.get<Credential>(credentialLocation(keyId));
  if (found === null || isKeyOver(found.data, clock.now())) return null;
  const credential = found.data;
  if (credential.disabledAt !== undefined) return null;
  if (String(credential.networks) !== String(networks)) return null;
  const { userId, organizationId: id, organizationSlug: slug } = credential;
  const organization = await findOrganization(slug);
  if (organization?.id !== id) return null;
  const member = await identity.findMember(userId, { id, slug });
  if (member?.status !== "active") return null;
  return { credential, permissions: permissionsOfKey(credential, member) };
}
