import type { Database, RootDatabase } from "lmdb";
import { open } from "lmdb";
import type { Clock } from "../lib/clock.ts";
import { systemClock } from "../lib/clock.ts";
import type {
  Address,
  AtomicDriver,
  AtomicOperations,
  Changes,
  Committed,
  Conflict,
  JsonObject,
  KnownAddress,
  Range,
  Versioned,
} from "../lib/store/mod.ts";
import { judgeChanges } from "../lib/store/mod.ts";
import { makeDirectory } from "./make_directory.ts";
import { unstorageDriver } from "./unstorage_driver.ts";

/** Options of {@link lmdbDriver}. */
export interface LmdbDriverOptions {
  /** The directory of the store; it is made when it does not exist. */
  path: string;
  /**
   * What an acknowledged commit survives. `process-crash`: the end of the process, however sudden.
   * `power-loss`: also the machine's, at the price of a disk flush per batch of commits.
   * Default: `process-crash`.
   */
  durability?: "process-crash" | "power-loss";
  /** Decides when records expire. Default: the system's clock. */
  clock?: Clock;
}

interface LmdbRecord {
  version: string;
  expiresAt?: number;
  value: JsonObject;
}

/** How often records that have expired are looked for, in milliseconds, and how many go at once. */
const sweepInterval = 1000;
const sweepSize = 1000;

/**
 * Keeps everything in an LMDB environment: ACID, in one directory, shared by any number of
 * processes of one host. Scope `host`.
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { lmdbDriver } from "postern/storage-drivers/lmdb";
 *
 * const api = createPublicApi({ storage: lmdbDriver({ path: ".postern/data" }) });
 * ```
 */
export function lmdbDriver(options: LmdbDriverOptions): AtomicDriver {
  const engine = new LmdbEngine(options);
  return unstorageDriver("lmdb", engine, () => engine.close());
}

class LmdbEngine implements AtomicOperations {
  readonly scope = "host";
  readonly durability: "process-crash" | "power-loss";
  readonly #clock: Clock;
  readonly #environment: RootDatabase;
  readonly #records: Database<LmdbRecord, string>;
  /** Addresses of the records that expire, by time: `[expiresAt, address]`. */
  readonly #expiries: Database<true, [number, string]>;
  #nextSweep = 0;
  /** Whether this turn of the event loop reads from a snapshot that began in it. */
  #isLatest = false;
  #transaction = { id: -1, commits: 0 };

  constructor({ path, durability = "process-crash", clock = systemClock }: LmdbDriverOptions) {
    this.durability = durability;
    this.#clock = clock;
    makeDirectory(path);
    this.#environment = open({ path, maxDbs: 2 });
    this.#records = this.#environment.openDB({ name: "records", encoding: "json" });
    this.#expiries = this.#environment.openDB({ name: "expiries", encoding: "json" });
  }

  async close(): Promise<void> {
    await this.#environment.flushed;
    await this.#environment.close();
  }

  getMany(addresses: readonly Address[]): (Versioned | null)[] {
    this.#readLatest();
    return addresses.map((address) => this.#read(address));
  }

  getManyIfChanged(addresses: readonly KnownAddress[]): (Versioned | "unchanged" | null)[] {
    this.#readLatest();
    return addresses.map((address) => (this.#isUnchanged(address) ? "unchanged" : this.#read(address)));
  }

  #read({ partition, key }: Address): Versioned | null {
    const record = this.#live(addressOf(partition, key));
    return record ? { key, value: record.value, version: record.version } : null;
  }

  /** Looks at the first bytes of a record, which say its version: to parse all of it costs ten times as much. */
  #isUnchanged({ partition, key, version }: KnownAddress): boolean {
    if (version === undefined) return false;
    const bytes = this.#records.getBinaryFast(addressOf(partition, key));
    // A record that expires has its expiry next, and is read whole.
    const expected = `{"version":"${version}","value":`;
    return bytes?.toString("latin1", 0, expected.length) === expected;
  }

  async list(partition: string, { start = "", end, limit, reverse = false }: Range): Promise<Versioned[]> {
    this.#readLatest();
    const first = addressOf(partition, start);
    const last = end === undefined ? `${partition}!` : addressOf(partition, end);
    const found: Versioned[] = [];
    if (limit < 1 || first >= last) return found;
    // LMDB's reverse ranges begin at `start`, which is inclusive, and stop before `end`: the other way round.
    const entries = reverse
      ? this.#records.getRange({ start: last, end: first, reverse, exclusiveStart: true, inclusiveEnd: true })
      : this.#records.getRange({ start: first, end: last });
    for (const { key, value: record } of entries) {
      if (this.#hasExpired(record)) continue;
      found.push({ key: key.slice(partition.length + 1), value: record.value, version: record.version });
      if (found.length === limit) break;
    }
    return found;
  }

  async commit(partition: string, changes: Changes): Promise<Committed | Conflict> {
    const result = await this.#environment.transaction(() => this.#apply(partition, changes));
    if (this.durability === "power-loss") await this.#environment.flushed;
    return result;
  }

  /** Runs inside a write transaction: LMDB has one writer at a time, across all processes. */
  #apply(partition: string, changes: Changes): Committed | Conflict {
    const { sets = [], deletes = [], sums = [] } = changes;
    const live = (key: string): LmdbRecord | undefined => this.#live(addressOf(partition, key));
    const { conflict, totals } = judgeChanges(changes, live);
    if (conflict) return conflict;
    const version = this.#newVersion();
    for (const { key, value, expiresAt } of sets)
      this.#put(addressOf(partition, key), value, version, expiresAt);
    for (const key of deletes) this.#records.removeSync(addressOf(partition, key));
    sums.forEach(({ key, expiresAt }, index) => {
      const counter = live(key);
      const expiry = counter ? counter.expiresAt : expiresAt;
      this.#put(
        addressOf(partition, key),
        { sum: totals[index] ?? 0 },
        version,
        expiry,
        counter !== undefined,
      );
    });
    this.#sweep();
    return { committed: true, version, sums: totals };
  }

  #put(address: string, value: JsonObject, version: string, expiresAt?: number, isListed = false): void {
    if (expiresAt === undefined) {
      this.#records.putSync(address, { version, value });
      return;
    }
    this.#records.putSync(address, { version, expiresAt, value });
    if (!isListed) this.#expiries.putSync([expiresAt, address], true);
  }

  /** LMDB numbers its transactions for good, but one transaction can hold several commits of this process. */
  #newVersion(): string {
    const id = this.#environment.getWriteTxnId();
    if (this.#transaction.id !== id) this.#transaction = { id, commits: 0 };
    return `${id}.${this.#transaction.commits++}`;
  }

  #live(address: string): LmdbRecord | undefined {
    const record = this.#records.get(address);
    return record && !this.#hasExpired(record) ? record : undefined;
  }

  #hasExpired({ expiresAt }: LmdbRecord): boolean {
    return expiresAt !== undefined && expiresAt <= this.#clock.now();
  }

  /** Another process may have committed since this one's last turn: a revocation must be seen at once. */
  #readLatest(): void {
    if (this.#isLatest) return;
    this.#isLatest = true;
    this.#environment.resetReadTxn();
    queueMicrotask(() => (this.#isLatest = false));
  }

  /** Frees what has expired: without it, the counters of every day would stay. */
  #sweep(): void {
    const now = this.#clock.now();
    if (now < this.#nextSweep) return;
    this.#nextSweep = now + sweepInterval;
    const due = [...this.#expiries.getKeys({ end: [now, "\u007f"], limit: sweepSize })];
    for (const [expiresAt, address] of due) {
      this.#expiries.removeSync([expiresAt, address]);
      const record = this.#records.get(address);
      if (record && this.#hasExpired(record)) this.#records.removeSync(address);
    }
  }
}

/** A space sorts before every character of a key, so a partition's records lie together and in order. */
function addressOf(partition: string, key: string): string {
  return `${partition} ${key}`;
}
