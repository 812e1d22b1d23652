import type { ScannedRecord } from "../../lib/store/mod.ts";
import { damageOf } from "../damage_of.ts";
import { textOfBytes } from "../text_of_bytes.ts";
import { addressOf, parseAddress } from "./address.ts";
import { parseRecord } from "./record_text.ts";
import type { RecordStore } from "./record_store.ts";

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
    const first = isStart ? partition : `${addressOf(partition, after)} `;
    const addresses = this.#addressesFrom(first, limit);
    const inPartition = addresses.filter((address) => parseAddress(address).partition === partition);
    return inPartition.flatMap((address) => this.#scan(address));
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
      const { version, value, expiresAt } = parseRecord(bytes.toString());
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
