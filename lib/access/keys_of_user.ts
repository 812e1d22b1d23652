import type { Store, Stored } from "../store/mod.ts";
import { type Credential, credentialLocation } from "./credential.ts";

/** Number of listed keys that are read in one batch. */
const readAtOnce = 100;

/**
 * Reads a user's keys in an organization, including expired and revoked keys. Scans the organization's key list. Skips damaged keys, because
 * they grant no access.
 */
export async function* keysOfUser(
  store: Store,
  { organizationSlug, userId }: { organizationSlug: string; userId: string },
): AsyncGenerator<Stored<Credential>> {
  const turns = store.turns();
  const pages = store.listPages<{ keyId: string }>(
    ["org", organizationSlug],
    { prefix: ["key"] },
    readAtOnce,
  );
  for await (const page of pages) {
    const found = await store.getReadable<Credential[]>(
      page.map(({ data }) => credentialLocation(data.keyId)),
    );
    for (const record of found) {
      if (record?.data.userId !== userId || record.data.organizationSlug !== organizationSlug) continue;
      if (turns.isOver) await turns.next();
      yield record;
    }
  }
}
