import type { Cluster, Redis } from "ioredis";
import type { Address, ScannedRecord } from "../../lib/store/mod.ts";
import { damageOf, textOfBytes } from "../records/damage_of.ts";
import { parseRecord } from "./parse_record.ts";
import type { RedisConnection } from "./redis_connection.ts";

/** The Redis keys of a partition. */
export interface PartitionKeys {
  records: string;
  order: string;
}

/** Maps partitions to Redis keys. */
export interface KeyNames {
  prefix: string;
  of: (partition: string) => PartitionKeys;
  placeOf: (address: Address) => string;
}

/** Name of the empty partition. */
const emptyPartition = "~";
const scanSize = 500;

/** Reads all records of the servers, also damaged records. */
export class RecordScan {
  readonly #connection: RedisConnection;
  readonly #names: KeyNames;

  constructor(connection: RedisConnection, names: KeyNames) {
    this.#connection = connection;
    this.#names = names;
  }

  /** Yields each partition once. SCAN can return a key twice, and two servers can return it while a slot moves. */
  async *partitions(): AsyncGenerator<string> {
    const seen = new Set<string>();
    // If the records of a partition are lost, its order still exists.
    for (const kind of ["records", "order"] as const) {
      for await (const name of this.#keysLike(kind)) {
        if (!seen.has(name)) yield name;
        seen.add(name);
      }
    }
  }

  async read(partition: string, after: string | undefined, limit: number): Promise<ScannedRecord[]> {
    const { records, order } = this.#names.of(partition);
    const min = after === undefined ? "-" : `(${after}`;
    const inOrder = await this.#run((client) => client.zrangebylex(order, min, "+", "LIMIT", 0, limit));
    const unordered = (await this.#unorderedKeys(partition)).filter(
      (key) => after === undefined || key > after,
    );
    const keys = [...inOrder, ...unordered].toSorted().slice(0, limit);
    if (keys.length === 0) return [];
    const values = await this.#run((client) => client.hmgetBuffer(records, ...keys));
    const missingOrder = new Set(unordered);
    return keys.map((key, index) =>
      this.#scan({ partition, key }, values[index] ?? Buffer.alloc(0), missingOrder.has(key)),
    );
  }

  #scan(address: Address, bytes: Buffer, isUnordered: boolean): ScannedRecord {
    const { key } = address;
    const place = this.#names.placeOf(address);
    const raw = textOfBytes(bytes);
    try {
      if (isUnordered)
        throw new TypeError(`its key is missing in ${this.#names.of(address.partition).order}`);
      const { version, value, expiresAt } = parseRecord(bytes.toString());
      const record = { key, value, version, ...(expiresAt === undefined ? {} : { expiresAt }) };
      return { key, place, raw, record };
    } catch (error) {
      return { key, place, raw, damage: damageOf(address, place, error) };
    }
  }

  /** Returns the keys that are missing in the order. Searches only if the number of records and of ordered keys differ. */
  async #unorderedKeys(partition: string): Promise<string[]> {
    const { records, order } = this.#names.of(partition);
    const [recordCount, orderCount] = await this.#run((client) =>
      Promise.all([client.hlen(records), client.zcard(order)]),
    );
    if (recordCount <= orderCount) return [];
    const unordered = new Set<string>();
    let cursor = "0";
    do {
      const [next, page] = await this.#run((client) => client.hscan(records, cursor, "COUNT", scanSize));
      const keys = page.filter((_, index) => index % 2 === 0);
      const scores = keys.length === 0 ? [] : await this.#run((client) => client.zmscore(order, ...keys));
      keys.forEach((key, index) => scores[index] === null && unordered.add(key));
      cursor = next;
    } while (cursor !== "0");
    return [...unordered];
  }

  async *#keysLike(kind: keyof PartitionKeys): AsyncGenerator<string> {
    const { client } = this.#connection;
    const before = `${client.options.keyPrefix ?? ""}${this.#names.prefix}{`;
    const after = `}:${kind}`;
    const pattern = `${before.replace(/[*?[\]\\^]/g, "\\$&")}*${after}`;
    const servers = "nodes" in client ? client.nodes("master") : [client];
    for (const server of servers) {
      let cursor = "0";
      do {
        const [next, names] = await this.#run(() => server.scan(cursor, "MATCH", pattern, "COUNT", scanSize));
        for (const name of names) {
          const tag = name.slice(before.length, -after.length);
          yield tag === emptyPartition ? "" : tag;
        }
        cursor = next;
      } while (cursor !== "0");
    }
  }

  #run<Result>(operation: (client: Redis | Cluster) => Promise<Result>): Promise<Result> {
    return this.#connection.run(operation);
  }
}
