import { DamagedRecordError } from "../contract/damaged_record_error.ts";
import type { KeyPart } from "../encode_key.ts";
import type { StoreChanges } from "../store.ts";
import type { Stored } from "../stored.ts";

/** Returns a check that the record has not changed. A damaged record has no version, so the check only requires that it still exists. */
export function checkOf(
  key: readonly KeyPart[],
  found: Stored<unknown> | DamagedRecordError | null,
): NonNullable<StoreChanges["checks"]>[number] {
  if (found === null) return { key, exists: false };
  return found instanceof DamagedRecordError ? { key, exists: true } : { key, version: found.version };
}
