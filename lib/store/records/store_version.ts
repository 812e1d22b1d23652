import { encodeKey } from "../encode_key.ts";
import type { Address, AtomicOperations } from "../contract/atomic_driver.ts";

/** Version of the stores that this version of Postern writes. Its records have a version of their own, `schemaVersion`. */
export const storeVersion = 3;

/** Address of the record that holds the version of the store. Stores of version 1 do not have it. */
export const versionAddress: Address = {
  partition: /* @__PURE__ */ encodeKey(["store"]),
  key: /* @__PURE__ */ encodeKey(["schema"]),
};

/** Directory partitions. A store without records in them is new. */
const directories: ReadonlySet<string> = /* @__PURE__ */ new Set([
  /* @__PURE__ */ encodeKey(["organizations"]),
  /* @__PURE__ */ encodeKey(["users"]),
]);

/** True if a partition lists the organizations or the users of the store. */
export function isDirectory(partition: string): boolean {
  return directories.has(partition);
}

/** True if a store without a version is new. Otherwise, its version is 1. */
export async function isNewStore(atomic: AtomicOperations): Promise<boolean> {
  for (const directory of directories) {
    let isDamaged = false;
    const onDamaged = (): void => void (isDamaged = true);
    const records = await atomic.list(directory, { limit: 1, onDamaged });
    if (isDamaged || records.length > 0) return false;
  }
  return true;
}

export async function writeStoreVersion(atomic: AtomicOperations, version: number): Promise<void> {
  const { partition, key } = versionAddress;
  await atomic.commit(partition, { sets: [{ key, value: { version } }] });
}

/** Writes the version into a new store, before its first organization or user. */
export class NewStoreVersion {
  readonly #atomic: AtomicOperations;
  #written: Promise<void> | undefined;

  constructor(atomic: AtomicOperations) {
    this.#atomic = atomic;
  }

  async ensureWritten(): Promise<void> {
    this.#written ??= this.#write();
    try {
      await this.#written;
    } catch (error) {
      this.#written = undefined;
      throw error;
    }
  }

  async #write(): Promise<void> {
    const [record] = await this.#atomic.getMany([versionAddress]);
    if (record === null && (await isNewStore(this.#atomic)))
      await writeStoreVersion(this.#atomic, storeVersion);
  }
}
