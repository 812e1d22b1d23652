import { isEqualJson } from "../is_equal_json.ts";
import type { KeyPart } from "./encode_key.ts";
import type { Store } from "./store.ts";

/** The records of a range, and the change of each record. */
export interface Rewriting<Data> {
  partition: readonly KeyPart[];
  prefix: readonly KeyPart[];
  /** Returns the key of a record. */
  keyOf: (data: Data) => readonly KeyPart[];
  /** Returns the new data of a record, or equal data to leave the record unchanged. */
  change: (data: Data) => Data;
  /** Returns the expiry of a record in milliseconds since the epoch. Default: the records do not expire. */
  expiryOf?: (data: Data) => number;
}

/**
 * Changes all records of a range, one commit for each changed record. A repetition completes an interrupted run.
 *
 * @returns true if a record was changed
 */
export async function rewriteRecords<Data extends object>(
  store: Store,
  { partition, prefix, keyOf, change, expiryOf }: Rewriting<Data>,
): Promise<boolean> {
  let hasChanged = false;
  for await (const record of store.listAll<Data>(partition, { prefix })) {
    if (isEqualJson(change(record.data), record.data)) continue;
    hasChanged = true;
    const key = keyOf(record.data);
    await store.writes.repeat("Cannot change the records: one of them", async () => {
      const found = await store.get<Data>({ partition, key });
      if (found === null) return true;
      const expiry = expiryOf === undefined ? {} : { expiresAt: expiryOf(found.data) };
      const result = await store.commit(partition, {
        checks: [{ key, version: found.version }],
        sets: [{ key, data: change(found.data), ...expiry }],
      });
      return result.committed || null;
    });
  }
  return hasChanged;
}
