import type { AtomicDriver, AtomicOperations } from "../lib/store/mod.ts";
import { encodeKey, rangeOf } from "../lib/store/mod.ts";

const partition = "unstorage";
const pageSize = 1000;

/**
 * Adds the methods of an unstorage driver to an engine that implements the storage contract. Items that a host writes through unstorage
 * are in a separate partition.
 */
export function unstorageDriver(
  name: string,
  atomic: AtomicOperations,
  dispose: () => void | Promise<void>,
): AtomicDriver {
  async function read(key: string): Promise<string | null> {
    const [record] = await atomic.getMany([{ partition, key: keyOf(key) }]);
    return record ? (record.value["item"] as string) : null;
  }

  async function getKeys(base = ""): Promise<string[]> {
    const parts = base.split(":").filter((part) => part !== "");
    const range = rangeOf(parts);
    const keys: string[] = [];
    for (;;) {
      const records = await atomic.list(partition, { ...range, limit: pageSize });
      keys.push(...records.map((record) => record.value["key"] as string));
      const last = records.at(-1);
      if (last === undefined || records.length < pageSize) return keys;
      range.start = `${last.key} `;
    }
  }

  async function removeItem(key: string): Promise<void> {
    await atomic.commit(partition, { deletes: [keyOf(key)] });
  }

  return {
    name,
    atomic,
    dispose,
    getKeys,
    removeItem,
    getItem: read,
    hasItem: async (key) => (await read(key)) !== null,
    setItem: async (key, item) => {
      await atomic.commit(partition, { sets: [{ key: keyOf(key), value: { key, item } }] });
    },
    clear: async (base) => {
      for (const key of await getKeys(base)) await removeItem(key);
    },
  };
}

function keyOf(key: string): string {
  return encodeKey(key.split(":"));
}
