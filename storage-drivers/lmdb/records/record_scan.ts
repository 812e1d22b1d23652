import type { ScannedRecord } from "../../../lib/store/mod.ts";
import { damageOf, textOfBytes } from "../../records/damage_of.ts";
import { isDeletion, parseRecord } from "./record_text.ts";
import { addressOf, parseAddress, type RecordStore } from "./record_store.ts";

/** Reads all stored records of the environments. If two records have the same address, the first environment's record is returned. */
export class RecordScan {
  readonly #stores: readonly RecordStore[];
  readonly #readLatest: () => void;

  /** @param readLatest renews the snapshots of the environments */
  constructor(stores: readonly RecordStore[], readLatest: () => void) {
    this.#stores = stores;
    this.#readLatest = readLatest;
  }

  /** Lists all partitions. Each partition takes one read per environment, regardless of its number of records. */
  async *partitions(): AsyncGenerator<string> {
    let first = "";
    for (;;) {
      this.#readLatest();
      const [address] = this.#addressesFrom(first, 1);
      if (address === undefined) return;
      const { partition } = parseAddress(address);
      yield partition;
      // After the partition, an address has a space, which sorts before the exclamation mark.
      first = `${partition}!`;
    }
  }

  read(partition: string, after: string | undefined, limit: number): ScannedRecord[] {
    this.#readLatest();
    const isStart = after === undefined;
    // An address without a key is damaged.
    let first = isStart ? partition : `${addressOf(partition, after)} `;
    const found: ScannedRecord[] = [];
    // Marks of deletions are left out, but a page with fewer records than the limit would be the last.
    for (;;) {
      const wanted = limit - found.length;
      const addresses = this.#addressesFrom(first, wanted);
      const inPartition = addresses.filter((address) => parseAddress(address).partition === partition);
      found.push(...inPartition.flatMap((address) => this.#scan(address)));
      if (inPartition.length < wanted || found.length === limit) return found;
      first = `${inPartition.at(-1)} `;
    }
  }

  #addressesFrom(first: string, limit: number): string[] {
    const addresses = this.#stores.flatMap((store) => store.addressesFrom(first, limit));
    return [...new Set(addresses)].toSorted(byBytes).slice(0, limit);
  }

  #scan(address: string): ScannedRecord[] {
    const store = this.#stores.find((store) => store.has(address));
    if (store === undefined) return [];
    const bytes = store.bytesOf(address) ?? Buffer.alloc(0);
    const { partition, key } = parseAddress(address);
    const place = store.placeOf(address);
    const raw = textOfBytes(bytes);
    try {
      if (address === partition) throw new TypeError("its address contains no key");
      const stored = parseRecord(bytes.toString());
      if (isDeletion(stored)) return [];
      const { version, value, expiresAt } = stored;
      const record = { key, value, version, ...(expiresAt === undefined ? {} : { expiresAt }) };
      return [{ key, place, raw, record }];
    } catch (error) {
      return [{ key, place, raw, damage: damageOf({ partition, key }, place, error) }];
    }
  }
}

function byBytes(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
