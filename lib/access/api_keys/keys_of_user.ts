import type { Store, Stored } from "../../store/mod.ts";
import type { Credential } from "../verification/credential.ts";
import { readKeyPages } from "./key_index.ts";

/**
 * Reads a user's keys in an organization, including expired and revoked keys. It reads all keys of the organization, because the caller
 * revokes access. An index would lack the keys of an earlier version's process. Skips damaged keys, because they grant none.
 */
export async function* keysOfUser(
  store: Store,
  { organizationSlug, userId }: { organizationSlug: string; userId: string },
): AsyncGenerator<Stored<Credential>> {
  const turns = store.turns();
  for await (const page of readKeyPages(store, organizationSlug)) {
    for (const record of page) {
      if (record.data.userId !== userId) continue;
      if (turns.isOver) await turns.next();
      yield record;
    }
  }
}
