import { bytesToHex } from "@noble/hashes/utils.js";
import { isBoundToRequest } from "../base/bound_to_request.ts";
import type { Clock } from "../base/time/clock.ts";
import type { RandomBytes } from "../base/secrets/random.ts";
import { sleep } from "../base/time/sleep.ts";
import type {
  Address,
  AtomicOperations,
  Changes,
  Committed,
  Conflict,
  JsonObject,
  Range,
  Versioned,
} from "./contract/atomic_driver.ts";
import { DamagedRecordError } from "./contract/damaged_record_error.ts";
import type { Storage } from "./contract/driver.ts";
import { judgeChanges } from "./judge_changes.ts";

interface EmulatedRecord {
  key: string;
  value: JsonObject;
  version: string;
  expiresAt?: number;
  /** Damage of an unreadable record, which has an empty value and version. */
  damage?: DamagedRecordError;
}

/** Options of {@link emulateAtomic}. */
export interface EmulationOptions {
  /** Decides when records expire. */
  clock: Clock;
  /** Makes the versions of this process differ from those of earlier processes. */
  randomBytes: RandomBytes;
}

/**
 * Implements the storage contract on any unstorage storage by running one operation at a time. It is atomic within one process only.
 * A list reads every record of the partition. A crash during a commit can leave a part of it in the storage.
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

/** Longest wait for the earlier operation on Cloudflare, in milliseconds. An operation that was cut with its request never ends. */
const longestWait = 10_000;

function oneAtATime(): <Result>(operation: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (operation) => {
    const result = (isBoundToRequest ? endOrTimeout(last) : last).then(operation);
    last = result.catch(() => undefined);
    return result;
  };
}

async function endOrTimeout(operation: Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  const timeout = sleep(longestWait, controller.signal).catch(() => undefined);
  await Promise.race([operation, timeout]);
  controller.abort();
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
    const { conflict, totals, expiries } = judgeChanges(changes, (key) => known.get(key));
    if (conflict) return conflict;
    const version = `${this.#epoch}-${++this.#commits}`;
    // A value that cannot be serialized must fail the whole commit before the first write.
    for (const { value } of sets) JSON.stringify(value);
    for (const set of sets) await this.#write(nameOf(set), { ...set, version });
    for (const [index, sum] of sums.entries()) {
      const expiresAt = expiries[index];
      const record: EmulatedRecord = { key: sum.key, value: { sum: totals[index] ?? 0 }, version };
      await this.#write(nameOf(sum), expiresAt === undefined ? record : { ...record, expiresAt });
    }
    for (const key of deletes) await this.#storage.removeItem(itemName(partition, key));
    return { committed: true, version, sums: totals };
  }

  async #write(name: string, record: EmulatedRecord): Promise<void> {
    await this.#storage.setItem(name, { ...record });
  }

  /** Returns a record that has not expired. Some drivers return errors as values, so an invalid item is an error and not a missing record. */
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
 * Returns the item name of a record or partition. unstorage joins parts with `:`, and its `fs` driver creates a folder for each part.
 * An empty part is `~`, and the key follows `!`. A record's name ends in `!`, so it never equals the name of a folder.
 */
function itemName(partition: string, key?: string): string {
  const base = `${itemPath(partition)}:!`;
  return key === undefined ? base : `${base}:${itemPath(key)}!`;
}

/** Returns a record's key from the part of its item name that follows the partition. */
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
