import type { Store } from "../store/mod.ts";
import { type Credential, credentialLocation } from "./credential.ts";

/** Reads the names of an organization's keys by id, in one round trip. Missing and damaged keys are left out. */
export async function readKeyNames(
  store: Store,
  organizationSlug: string,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await store.getReadable<Credential[]>(keyIds.map((keyId) => credentialLocation(keyId)));
  const keys = found.flatMap((record) => record?.data ?? []);
  const own = keys.filter((key) => key.organizationSlug === organizationSlug);
  return new Map(own.map(({ id, name }) => [id, name]));
}
