import { clockCheck, fields } from "../lib/base/input/check_options.ts";
import type { Clock } from "../lib/base/time/clock.ts";
import { systemClock } from "../lib/base/time/clock.ts";
import type {
  Address,
  AddToSum,
  AtomicDriver,
  Batch,
  BatchResult,
  Changes,
  Committed,
  Conflict,
  JsonObject,
  JudgedChanges,
  Range,
  RecordRead,
  ScannedRecord,
  SetRecord,
  Versioned,
} from "../lib/store/mod.ts";
import { judgeChanges } from "../lib/store/mod.ts";
import { frozenCopy } from "./memory/frozen_copy.ts";
import { LocalSignals } from "./memory/local_signals.ts";
import { OrderedMap } from "./memory/ordered_map.ts";
import { unstorageDriver } from "./unstorage_driver.ts";

/** Options of {@link memoryDriver}. */
export interface MemoryDriverOptions {
  /** Decides when records expire. Default: the system's clock. */
  clock?: Clock;
}

const optionsCheck = fields<MemoryDriverOptions>({ clock: clockCheck });

interface MemoryRecord {
  value: JsonObject;
  version: string;
  expiresAt: number | undefined;
}

/** Minimum time between sweeps of expired records, in milliseconds. */
const sweepInterval = 1000;

/**
 * Creates a driver that keeps all data in the memory of this process. The data is lost when the process ends. Scope `process`, durability
 * `none`: for tests, demonstrations and single-process caches.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * ```
 */
export function memoryDriver(options: MemoryDriverOptions = {}): AtomicDriver {
  optionsCheck(options, { action: "open the storage", option: "" });
  const engine = new MemoryEngine(options.clock ?? systemClock);
  return unstorageDriver(
    "memory",
    {
      scope: "process",
      durability: "none",
      getMany: (addresses) => addresses.map((address) => engine.get(address)),
      query: (batch) => engine.query(batch),
      list: async (partition, range) => engine.list(partition, range),
      commit: (partition, changes) => engine.commit(partition, changes),
      partitions: () => engine.partitions(),
      scan: async (partition, after, limit) => engine.scan(partition, after, limit),
      signals: new LocalSignals(),
    },
    () => engine.clear(),
  );
}

/** The engine in memory. Commits and reads are synchronous, so no other code runs between a commit's checks and its writes. */
class MemoryEngine {
  readonly #clock: Clock;
  readonly #partitions = new Map<string, OrderedMap<MemoryRecord>>();
  readonly #expiries = new OrderedMap<{ partition: string; key: string }>();
  #commits = 0;
  #nextSweep = 0;
  /** Number that changes with every commit that sets or deletes a record. */
  #lastChange = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  clear(): void {
    this.#lastChange++;
    this.#partitions.clear();
  }

  get({ partition, key }: Address): Versioned | null {
    const record = live(this.#partitions.get(partition)?.get(key), this.#clock.now());
    return record ? toVersioned(key, record) : null;
  }

  query({ counts, reads }: Batch): BatchResult {
    const outcomes: (Committed | Conflict)[] = [];
    for (const { partition, check, sums } of counts) {
      outcomes.push(this.commit(partition, { checks: [check], sums }));
    }
    const found: (Versioned | "unchanged" | null)[] = [];
    for (const read of reads) found.push(this.#read(read));
    return { counts: outcomes, reads: found, asOf: this.#lastChange };
  }

  #read(read: RecordRead): Versioned | "unchanged" | null {
    const { partition, key, known } = read;
    if (known !== undefined && known.asOf === this.#lastChange) return "unchanged";
    const record = this.#partitions.get(partition)?.get(key);
    const isUnchanged = known !== undefined && record?.version === known.version;
    return isUnchanged && record?.expiresAt === undefined ? "unchanged" : this.get(read);
  }

  list(partition: string, { start, end, limit, reverse }: Range): Versioned[] {
    const found: Versioned[] = [];
    const records = this.#partitions.get(partition);
    if (records === undefined || limit < 1) return found;
    const now = this.#clock.now();
    for (const [key, record] of records.range(start, end, reverse)) {
      if (live(record, now) === undefined) continue;
      found.push(toVersioned(key, record));
      if (found.length === limit) break;
    }
    return found;
  }

  async *partitions(): AsyncGenerator<string> {
    yield* this.#partitions.keys();
  }

  scan(partition: string, after: string | undefined, limit: number): ScannedRecord[] {
    const found: ScannedRecord[] = [];
    const start = after === undefined ? undefined : `${after} `;
    for (const [key, record] of this.#partitions.get(partition)?.range(start) ?? []) {
      const { version, expiresAt, value } = record;
      const raw = JSON.stringify({ version, expiresAt, value });
      const expiry = expiresAt === undefined ? {} : { expiresAt };
      found.push({
        key,
        place: `${partition} ${key}`,
        raw,
        record: { ...toVersioned(key, record), ...expiry },
      });
      if (found.length === limit) break;
    }
    return found;
  }

  commit(partition: string, changes: Changes): Committed | Conflict {
    const { sets, deletes, sums } = changes;
    const now = this.#clock.now();
    const records = this.#partitions.get(partition);
    const { conflict, totals, expiries } = judgeChanges(changes, (key) => live(records?.get(key), now));
    if (conflict) return conflict;
    // V8 keeps the texts of numbers in base 10 until an old-generation collection.
    const version = (++this.#commits).toString(36);
    if (sets !== undefined && sets.length > 0) this.#putAll(partition, sets, version);
    if (deletes !== undefined && deletes.length > 0) this.#deleteAll(partition, deletes);
    if (sums !== undefined) this.#putSums(partition, sums, { totals, expiries, version });
    if (now >= this.#nextSweep) this.#sweep(now);
    return { committed: true, version, sums: totals };
  }

  #putAll(partition: string, sets: readonly SetRecord[], version: string): void {
    // Copy every value before the first write: a value that cannot be serialized must fail the whole commit.
    const puts = sets.map(({ key, value, expiresAt }) => ({ key, value: frozenCopy(value), expiresAt }));
    this.#lastChange++;
    for (const { key, value, expiresAt } of puts) this.#put(partition, key, { value, version, expiresAt });
  }

  #deleteAll(partition: string, keys: readonly string[]): void {
    this.#lastChange++;
    for (const key of keys) this.#delete(partition, key);
  }

  #putSums(
    partition: string,
    sums: readonly AddToSum[],
    { totals, expiries, version }: Pick<JudgedChanges, "totals" | "expiries"> & { version: string },
  ): void {
    const records = this.#partitions.get(partition);
    for (let index = 0; index < sums.length; index++) {
      const { key } = sums[index] as AddToSum;
      const expiresAt = expiries[index];
      const existing = records?.get(key);
      const value = { sum: totals[index] ?? 0 };
      // Nearly every request adds to an existing counter, so it is overwritten in place.
      if (existing !== undefined && existing.expiresAt === expiresAt) {
        existing.value = value;
        existing.version = version;
      } else this.#put(partition, key, { value, version, expiresAt });
    }
  }

  #put(partition: string, key: string, record: MemoryRecord): void {
    let records = this.#partitions.get(partition);
    if (records === undefined) this.#partitions.set(partition, (records = new OrderedMap()));
    const isKnown = records.get(key)?.expiresAt === record.expiresAt;
    records.set(key, record);
    if (record.expiresAt !== undefined && !isKnown) {
      this.#expiries.set(expiryKey(record.expiresAt, partition, key), { partition, key });
    }
  }

  #delete(partition: string, key: string): void {
    const records = this.#partitions.get(partition);
    records?.delete(key);
    if (records?.size === 0) this.#partitions.delete(partition);
  }

  /** Deletes expired records. Otherwise the counters of past days would stay in memory. */
  #sweep(now: number): void {
    this.#nextSweep = now + sweepInterval;
    const due = [...this.#expiries.range("", expiryKey(now + 1, "", ""))];
    for (const [expiry, { partition, key }] of due) {
      this.#expiries.delete(expiry);
      const record = this.#partitions.get(partition)?.get(key);
      if (record && live(record, now) === undefined) this.#delete(partition, key);
    }
  }
}

function live(record: MemoryRecord | undefined, now: number): MemoryRecord | undefined {
  const isOver = record?.expiresAt !== undefined && record.expiresAt <= now;
  return isOver ? undefined : record;
}

function expiryKey(expiresAt: number, partition: string, key: string): string {
  return `${String(Math.max(0, expiresAt)).padStart(16, "0")} ${partition} ${key}`;
}

/** Freezes the value when it is read, because a counter gets a new value with every commit and is seldom read. */
function toVersioned(key: string, { value, version }: MemoryRecord): Versioned {
  return { key, value: Object.freeze(value), version };
}
