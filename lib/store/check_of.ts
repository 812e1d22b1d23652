import { DamagedRecordError } from "./damaged_record_error.ts";
import type { KeyPart } from "./encode_key.ts";
import type { StoreChanges } from "./store.ts";
import type { Stored } from "./stored.ts";

/** The check that a record is as it was found. A damaged one has no version, so it must only exist still. */
export function checkOf(
  key: readonly KeyPart[],
  found: Stored<unknown> | DamagedRecordError | null,
): NonNullable<StoreChanges["checks"]>[number] {
  if (found === null) return { key, exists: false };
  return found instanceof DamagedRecordError ? { key, exists: true } : { key, version: found.version };
}
