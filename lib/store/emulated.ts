import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "../clock.ts";
import type { RandomBytes } from "../random.ts";
import type {
  Address,
  AtomicOperations,
  Changes,
  Committed,
  Conflict,
  JsonObject,
  Range,
  Versioned,
} from "./atomic_driver.ts";
import { DamagedRecordError } from "./damaged_record_error.ts";
import type { Storage } from "./driver.ts";
import { judgeChanges } from "./judge_changes.ts";

interface EmulatedRecord {
  key: string;
  value: JsonObject;
  version: string;
  expiresAt?: number;
  /** Of a record that cannot be read: it has no version and no value. */
  damage?: DamagedRecordError;
}

/** Options of {@link emulateAtomic}. */
export interface EmulationOptions {
  /** Decides when records expire. */
  clock: Clock;
  /** Makes versions unlike those of every earlier process. */
  randomBytes: RandomBytes;
}

/**
 * The storage contract over any unstorage storage, by letting one operation run at a time. It holds
 * within one process; listing reads every record of the partition; and a crash in the middle of a
 * commit can leave a part of it behind.
 */
export function emulateAtomic(storage: Storage, options: EmulationOptions): AtomicOperations {
  const engine = new EmulatedEngine(storage, options);
  const alone = oneAtATime();
  return {
    scope: "process",
    durability: "none",
    getMany: (addresses) => alone(() => engine.getMany(addresses)),
    list: (partition, range) => alone(() => engine.list(partition, range)),
    commit: (partition, changes) => alone(() => engine.commit(partition, changes)),
  };
}

function oneAtATime(): <Result>(operation: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (operation) => {
    const result = last.then(operation);
    last = result.catch(() => undefined);
    return result;
  };
}

class EmulatedEngine {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #epoch: string;
  #commits = 0;

  constructor(storage: Storage, { clock, randomBytes }: EmulationOptions) {
    this.#storage = storage;
    this.#clock = clock;
    this.#epoch = bytesToHex(randomBytes(8));
  }

  async getMany(addresses: readonly Address[]): Promise<(Versioned | null)[]> {
    const records = await Promise.all(
      addresses.map(({ partition, key }) => this.#live(itemName(partition, key), partition, key)),
    );
    return records.map((record) => {
      if (record?.damage !== undefined) throw record.damage;
      return record && versioned(record);
    });
  }

  async list(
    partition: string,
    { start = "", end, limit, reverse = false, onDamaged = fail }: Range,
  ): Promise<Versioned[]> {
    const base = itemName(partition);
    const names = await this.#storage.getKeys(base);
    const records = await Promise.all(
      names.map((name) => this.#live(name, partition, keyOfItem(name.slice(base.length + 1)))),
    );
    const inRange = records
      .filter((record) => record !== null)
      .filter(({ key }) => key >= start && (end === undefined || key < end))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));
    for (const { damage } of inRange) if (damage !== undefined) onDamaged(damage);
    const found = inRange.filter(({ damage }) => damage === undefined);
    return (reverse ? found.toReversed() : found).slice(0, Math.max(0, limit)).map(versioned);
  }

  async commit(partition: string, changes: Changes): Promise<Committed | Conflict> {
    const { checks = [], sets = [], deletes = [], sums = [] } = changes;
    const nameOf = ({ key }: { key: string }): string => itemName(partition, key);
    const known = new Map<string, EmulatedRecord | null>();
    for (const item of [...checks, ...sums])
      known.set(item.key, await this.#live(nameOf(item), partition, item.key));
    const { conflict, totals } = judgeChanges(changes, (key) => known.get(key));
    if (conflict) return conflict;
    const version = `${this.#epoch}-${++this.#commits}`;
    // A value that JSON cannot hold must fail the whole commit.
    for (const { value } of sets) JSON.stringify(value);
    for (const set of sets) await this.#write(nameOf(set), { ...set, version });
    for (const [index, sum] of sums.entries()) {
      const expiresAt = (known.get(sum.key) ?? sum).expiresAt;
      const record: EmulatedRecord = { key: sum.key, value: { sum: totals[index] ?? 0 }, version };
      await this.#write(nameOf(sum), expiresAt === undefined ? record : { ...record, expiresAt });
    }
    for (const key of deletes) await this.#storage.removeItem(itemName(partition, key));
    return { committed: true, version, sums: totals };
  }

  async #write(name: string, record: EmulatedRecord): Promise<void> {
    await this.#storage.setItem(name, { ...record });
  }

  /** Some drivers return their errors as values, so what is not a record is not taken for "absent". */
  async #live(name: string, partition: string, key: string): Promise<EmulatedRecord | null> {
    const item = await this.#storage.getItem(name);
    if (item === null || item === undefined) return null;
    if (!isRecord(item)) {
      if (item instanceof Error) throw item;
      const reason = "it is not a record of Postern";
      const damage = new DamagedRecordError({ partition, key, place: name, reason });
      return { key, value: {}, version: "", damage };
    }
    if (item.expiresAt === undefined || item.expiresAt > this.#clock.now()) return item;
    await this.#storage.removeItem(name);
    return null;
  }
}

function isRecord(item: unknown): item is EmulatedRecord {
  return typeof item === "object" && item !== null && "version" in item && "value" in item && "key" in item;
}

function versioned({ key, value, version }: EmulatedRecord): Versioned {
  return { key, value, version };
}

/**
 * unstorage joins parts by `:`, and its `fs` driver makes folders of them. Every part keeps a
 * place of its own: an empty one is `~`, the key begins after `!`, and a record's name ends in `!`, so that
 * no record has the name of another's folder.
 */
function itemName(partition: string, key?: string): string {
  const base = `${itemPath(partition)}:!`;
  return key === undefined ? base : `${base}:${itemPath(key)}!`;
}

/** The key of a record, from its item's name after the partition's. */
function keyOfItem(path: string): string {
  return path
    .replace(/!$/, "")
    .split(":")
    .map((part) => (part === "~" ? "" : part))
    .join("!");
}

function fail(damage: DamagedRecordError): never {
  throw damage;
}

function itemPath(encoded: string): string {
  return encoded
    .split("!")
    .map((part) => part || "~")
    .join(":");
}
