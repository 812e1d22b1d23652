import { DamagedRecordError } from "./damaged_record_error.ts";
import { type KeyPart, lastTextOf } from "./encode_key.ts";
import type { Store } from "./store.ts";

/** The names that a field of the entries of a directory holds. The key of a damaged entry, which is reported, says its name too. */
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
