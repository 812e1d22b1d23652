import { DamagedRecordError } from "../contract/damaged_record_error.ts";
import { type KeyPart, lastTextOf } from "../encode_key.ts";
import type { Store } from "../store.ts";

/** Lists the names in one field of a directory's entries. It reports each damaged entry and takes the name from its key. */
export async function* listNames(
  store: Store,
  { partition, prefix = [] }: { partition: readonly KeyPart[]; prefix?: readonly KeyPart[] },
  field: string,
): AsyncGenerator<string> {
  for await (const entry of store.listWithDamaged<Record<string, string>>(partition, { prefix })) {
    const isDamaged = entry instanceof DamagedRecordError;
    if (isDamaged) store.report(entry);
    const name = isDamaged ? lastTextOf(entry.key) : entry.data[field];
    if (name !== undefined) yield name;
  }
}
