import type { Store } from "../store/mod.ts";
import type { MediaBytes } from "./media_bytes.ts";
import { mediaKey, type MediaRecord, namedBytes, ownerOf } from "./stored_media.ts";

/** Number of keys of bytes that are looked at together. */
export const keysAtOnce = 200;

/** Returns for each key of bytes whether the record of a file names it. A damaged record counts as one that does. */
export async function areNamed(store: Store, keys: readonly string[]): Promise<boolean[]> {
  const locations = keys.map((key) => {
    const { organizationSlug, hash } = ownerOf(key);
    return { partition: ["org", organizationSlug], key: mediaKey(hash) };
  });
  const found = await store.getManyOrDamage<MediaRecord[]>(locations);
  return keys.map((key, index) => {
    const record = found[index];
    if (record === null || record === undefined) return false;
    return !("data" in record) || namesBytes(record.data, key);
  });
}

/** True if a record names bytes, as those of the file or of a copy. */
export function namesBytes(record: MediaRecord, key: string): boolean {
  return namedBytes(record).has(key);
}

/** Reads the keys of all bytes, a page at a time. */
export async function* keyPages(bytes: Pick<MediaBytes, "list">): AsyncGenerator<string[]> {
  let after: string | undefined;
  for (;;) {
    const page = await bytes.list({ ...(after !== undefined && { after }), limit: keysAtOnce });
    yield page.keys;
    if (page.next === null) return;
    after = page.next;
  }
}
