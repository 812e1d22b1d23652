import { randomBytes } from "node:crypto";
import { identityAddress, newIdentity } from "../../lib/store/mod.ts";
import type { MainEnvironment } from "./environments/main_environment.ts";
import type { RecordStore } from "./records/record_store.ts";

const address = `${identityAddress.partition} ${identityAddress.key}`;

/**
 * Returns a check that the store still has its id. First writes an id if the store has none. If several processes open the store
 * concurrently, only one writes it. A read-only store without an id passes the check.
 */
export function identify(main: MainEnvironment, records: RecordStore): () => boolean {
  const id = records.get(address)?.version ?? createIdentity(main, records);
  return () => id === undefined || records.hasVersion(address, id);
}

function createIdentity(main: MainEnvironment, records: RecordStore): string | undefined {
  try {
    return main.lastCommit.transactSync(() => {
      const known = records.get(address);
      if (known !== undefined) return known.version;
      const value = newIdentity(randomBytes);
      records.put(address, { version: value.id, value }, undefined);
      return value.id;
    });
  } catch {
    // The store is read-only, or its disk is full. The store is then identified only by its files.
    return undefined;
  }
}
