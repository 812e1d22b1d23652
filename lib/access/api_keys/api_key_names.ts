import type { Store } from "../../store/mod.ts";
import { type Credential, credentialLocation } from "../verification/credential.ts";

/** Number of keys that are read in one round trip. */
const readAtOnce = 500;

/** Reads the names of an organization's keys by id. Missing and damaged keys are left out. */
export async function readKeyNames(
  store: Store,
  organizationSlug: string,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const turns = store.turns();
  for (let from = 0; from < keyIds.length; from += readAtOnce) {
    if (turns.isOver) await turns.next();
    const batch = keyIds.slice(from, from + readAtOnce);
    const found = await store.getReadable<Credential[]>(batch.map((keyId) => credentialLocation(keyId)));
    for (const record of found) {
      if (record?.data.organizationSlug === organizationSlug) names.set(record.data.id, record.data.name);
    }
  }
  return names;
}
