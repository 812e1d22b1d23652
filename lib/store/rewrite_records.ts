import { isEqualJson } from "../is_equal_json.ts";
import type { KeyPart } from "./encode_key.ts";
import type { Store } from "./store.ts";

/** The records of a range, and the change of each record. */
export interface Rewriting<Data> {
  partition: readonly KeyPart[];
  prefix: readonly KeyPart[];
  /** Returns the new data of a record, or equal data to leave the record unchanged. */
  change: (data: Data) => Data;
  /** True to give unchanged records a new version. Default: false. */
  isForced?: boolean;
  /** Returns the expiry of a record in milliseconds since the epoch. Default: the records do not expire. */
  expiryOf?: (data: Data) => number;
}

/**
 * Changes all records of a range, one commit for each record, until no other writer interferes. A repetition completes an interrupted run.
 *
 * @returns true if a record was changed
 */
export async function rewriteRecords<Data extends object>(
  store: Store,
  { partition, prefix, change, isForced = false, expiryOf }: Rewriting<Data>,
): Promise<boolean> {
  let hasChanged = false;
  await store.writes.repeat("Cannot change the records: one of them", async () => {
    let isDone = true;
    for await (const { key, version, data } of store.listAll<Data>(partition, { prefix })) {
      const changed = change(data);
      if (!isForced && isEqualJson(changed, data)) continue;
      hasChanged = true;
      const expiry = expiryOf === undefined ? {} : { expiresAt: expiryOf(data) };
      if (!(await store.replace(partition, { key, version, data: changed, ...expiry }))) isDone = false;
    }
    return isDone || null;
  });
  return hasChanged;
}
