import { DamagedRecordError } from "./damaged_record_error.ts";
import { type KeyPart, lastTextOf } from "./encode_key.ts";
import type { Store } from "./store.ts";

/** The names that the entries of a directory hold. The key of a damaged entry, which is reported, says its name too. */
export async function* listNames<Data>(
  store: Store,
  { partition, prefix = [] }: { partition: readonly KeyPart[]; prefix?: readonly KeyPart[] },
  nameOf: (data: Data) => string,
): AsyncGenerator<string> {
  for await (const entry of store.listWithDamaged<Data>(partition, { prefix })) {
    const isDamaged = entry instanceof DamagedRecordError;
    if (isDamaged) store.report(entry);
    const name = isDamaged ? lastTextOf(entry.key) : nameOf(entry.data);
    if (name !== undefined) yield name;
  }
}
