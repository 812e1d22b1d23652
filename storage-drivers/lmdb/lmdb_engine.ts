import {
  type Address,
  type AtomicOperations,
  assertFits,
  type Batch,
  type BatchResult,
  type Changes,
  type Committed,
  type Conflict,
  DamagedRecordError,
  Failure,
  type FoundRecord,
  judgeChanges,
  type KnownRecord,
  type Outcome,
  type Range,
  type RecordRead,
  type ScannedRecord,
  type Snapshot,
  type Versioned,
} from "../../lib/store/mod.ts";
import { identify } from "./identify.ts";
import { LastChange } from "./records/last_change.ts";
import type { LmdbEngineParts } from "./lmdb_engine_parts.ts";
import { RecordScan } from "./records/record_scan.ts";
import { RecordViews } from "./records/record_views.ts";
import { addressOf, lmdbLimits, RecordStore } from "./records/record_store.ts";
import { SavedTotals } from "./saved_totals.ts";
import { deletionOf, live, type LmdbRecord, recordOf } from "./records/record_text.ts";

/** A commit that only adds to counters. */
type CountingCommit = Changes & { partition: string };
type CountOutcome = Outcome<Committed | Conflict>;

/** Milliseconds between two searches for expired records. */
const sweepInterval = 1000;

/**
 * Milliseconds for which an expired counter is kept. Creating a counter takes the main environment's lock, so a counter that expires each
 * second is overwritten instead.
 */
const counterKept = 60_000;

/**
 * Records in two LMDB environments. Each environment has one writer at a time, across all processes.
 *
 * - `main` has all data that must survive a power loss. Its commits are flushed. It also has the totals of the counters of the last second.
 * - `counters` has counters that expire, and is not flushed. A commit that only checks records and adds to existing counters needs only this environment's
 *   lock. Its checks are read from `main` after the lock is taken.
 * - Every other commit takes main's lock and writes only to `main`, so it is atomic. First it marks its counters in `counters` as moved.
 *   A commit that finds the mark waits for main's lock. A mark alone changes nothing.
 * - A counter is created in `counters` under main's lock, and only if `main` has no record at its address. Thus a record in `main`, even
 *   if expired, takes precedence over one in `counters`. It stays until the record in `counters` is removed.
 */
export class LmdbEngine implements AtomicOperations {
  readonly scope = "host";
  readonly durability: "process-crash" | "power-loss";
  readonly limits: typeof lmdbLimits = lmdbLimits;
  readonly #parts: LmdbEngineParts;
  readonly #main: RecordStore;
  readonly #counters: RecordStore;
  readonly #now: RecordViews;
  readonly #scan: RecordScan;
  readonly #changes: LastChange;
  readonly #saved: SavedTotals;
  readonly #hasIdentity: () => boolean;
  /** Merges the counting of one event loop tick into a transaction. */
  readonly atEndOfTick = (run: () => void): void => void setImmediate(run);
  /** Prefix of counter versions, followed by a number. It is random, because the counters' environment may be recreated. */
  readonly #origin: string = crypto.randomUUID();
  #counted = 0;
  /** True if the current snapshots were taken in this event loop tick. */
  #isLatest = false;
  #nextSweep = 0;
  #nextCounterSweep = 0;
  #transaction = { id: -1, commits: 0 };
  #closing: Promise<void> | undefined;

  constructor(parts: LmdbEngineParts) {
    this.#parts = parts;
    this.durability = parts.durability;
    const { root, file } = parts.main;
    this.#main = parts.main.open(() => new RecordStore(root, { file, hasChecksums: true }));
    this.#counters = parts.counters.records;
    this.#now = new RecordViews({ main: this.#main, counters: this.#counters, clock: parts.clock });
    this.#scan = new RecordScan([this.#main, this.#counters], () => this.#readLatest());
    this.#changes = parts.main.open(() => new LastChange(root));
    this.#saved = parts.main.open(() => new SavedTotals({ ...parts, counters: this.#counters }));
    this.#hasIdentity = identify(parts.main, this.#main);
  }

  async close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#saved.close();
    this.#parts.place.release();
    await this.#parts.close();
  }

  getMany(addresses: readonly Address[]): (Versioned | null)[] {
    this.#readLatest();
    return this.#confirmMissing(addresses.map((address) => this.#now.read(address)));
  }

  query({ counts, reads }: Batch): BatchResult {
    const now = this.#parts.clock.now();
    try {
      this.#readLatest(now);
      const asOf = this.#changes.read();
      const found: Outcome<FoundRecord>[] = [];
      for (const read of reads) found.push(this.#read(read, asOf));
      const commits: CountingCommit[] = [];
      for (const { partition, check, sums } of counts) commits.push({ partition, checks: [check], sums });
      return { reads: this.#confirmMissing(found), counts: this.#countAll(commits, now), asOf };
    } catch (error) {
      const failure = new Failure(error);
      return { counts: counts.map(() => failure), reads: reads.map(() => failure) };
    }
  }

  #read({ partition, key, known }: RecordRead, asOf: number): Outcome<FoundRecord> {
    if (known?.asOf === asOf) return "unchanged";
    try {
      const isUnchanged = known && this.#main.hasVersion(addressOf(partition, key), known.version);
      return isUnchanged === true ? "unchanged" : this.#now.read({ partition, key });
    } catch (error) {
      return new Failure(error);
    }
  }

  async list(partition: string, range: Range): Promise<Versioned[]> {
    this.#readLatest();
    const found = this.#now.list(partition, range);
    if (found.length === 0) this.assertInPlace();
    return found;
  }

  assertInPlace(): void {
    if (this.#closing !== undefined) refuseClosed();
    this.#parts.place.assertInPlace();
    if (!this.#hasIdentity()) this.#parts.place.refuse("was replaced");
  }

  /** Checks the store's path if a record is missing, because LMDB still reads and writes a moved or deleted file. */
  #confirmMissing<Found>(found: (Found | null)[]): (Found | null)[] {
    if (found.includes(null)) this.assertInPlace();
    return found;
  }

  /** Opens read transactions in both environments. LMDB keeps replaced pages while they are open, so its file can grow. */
  snapshot(): Snapshot {
    if (this.#closing !== undefined) refuseClosed();
    const main = this.#main.snapshot();
    const counters = this.#counters.snapshot();
    const views = new RecordViews({ main, counters, clock: this.#parts.clock });
    return {
      getMany: (addresses) => addresses.map((address) => views.read(address)),
      list: async (partition, range) => views.list(partition, range),
      release: () => {
        main.release();
        counters.release();
      },
    };
  }

  placeOf({ partition, key }: Address): string {
    return this.#main.placeOf(addressOf(partition, key));
  }

  partitions(): AsyncIterable<string> {
    return this.#scan.partitions();
  }

  async scan(partition: string, after: string | undefined, limit: number): Promise<ScannedRecord[]> {
    return this.#scan.read(partition, after, limit);
  }

  async commit(partition: string, changes: Changes): Promise<Committed | Conflict> {
    if (!this.#onlyCounts(changes)) return this.#commit(partition, changes);
    const now = this.#parts.clock.now();
    this.#readLatest(now);
    const outcome = await this.#countAll([{ partition, ...changes }], now)[0];
    if (outcome === undefined || outcome instanceof Failure) throw outcome?.error;
    return outcome;
  }

  /** Renews the snapshots once per tick, because a revocation by a different process must take effect immediately. */
  #readLatest(now: number = this.#parts.clock.now()): void {
    if (this.#closing !== undefined) refuseClosed();
    if (this.#isLatest) return;
    this.#parts.place.assertLately(now);
    this.#isLatest = true;
    this.#main.renewSnapshot();
    this.#counters.renewSnapshot();
    queueMicrotask(() => (this.#isLatest = false));
  }

  /** Returns the live record at an address. A damaged record has an empty version and value. */
  #find(address: string): KnownRecord | undefined {
    try {
      return this.#now.find(address);
    } catch (error) {
      if (!(error instanceof DamagedRecordError)) throw error;
      return { version: "", value: {}, damage: error };
    }
  }

  /** True if a commit can run in the environment of the counters alone. */
  #onlyCounts({ sets = [], deletes = [], sums = [] }: Changes): boolean {
    if (sets.length + deletes.length > 0 || sums.length === 0) return false;
    return sums.every(({ expiresAt }) => expiresAt !== undefined);
  }

  /** Runs counting commits in one transaction. A commit with a missing or moved counter takes main's lock instead. */
  #countAll(commits: readonly CountingCommit[], now: number): (CountOutcome | Promise<CountOutcome>)[] {
    if (commits.length === 0) return [];
    try {
      const counted = this.#countTogether(commits, now);
      return commits.map(
        (commit, index) =>
          counted[index] ??
          this.#commit(commit.partition, commit).catch((error: unknown) => new Failure(error)),
      );
    } catch (error) {
      return commits.map(() => new Failure(error));
    }
  }

  #countTogether(commits: readonly CountingCommit[], now: number): (CountOutcome | undefined)[] {
    return this.#parts.counters.lastCommit.transactSync(() => {
      this.#main.renewSnapshot();
      const outcomes: (CountOutcome | undefined)[] = [];
      for (const commit of commits) outcomes.push(this.#countIfKnown(commit, now));
      this.#sweepCounters(now);
      return outcomes;
    });
  }

  /** Counts if all counters exist. A damaged counter is treated as missing, because a record in `main` may have replaced it. */
  #countIfKnown(commit: CountingCommit, now: number): CountOutcome | undefined {
    const known: LmdbRecord[] = [];
    for (const { key } of commit.sums ?? []) {
      const counter = this.#counters.getReadable(addressOf(commit.partition, key));
      if (counter === undefined || counter.moved !== undefined) return undefined;
      known.push(counter);
    }
    try {
      return this.#count(commit, known, now);
    } catch (error) {
      return new Failure(error);
    }
  }

  /** Must run inside a transaction of the counters. */
  #count(
    { partition, checks = [], sums = [] }: CountingCommit,
    known: readonly (LmdbRecord | undefined)[],
    now: number,
  ): Committed | Conflict {
    const counters = new Map<string, LmdbRecord | undefined>();
    for (const [index, { key }] of sums.entries()) counters.set(key, live(known[index], now));
    // Reads only the beginning of each checked record, which suffices if all checks hold.
    const allHold = checks.every(
      (check) => "version" in check && this.#main.hasVersion(addressOf(partition, check.key), check.version),
    );
    const { conflict, totals, expiries } = judgeChanges({ checks: allHold ? [] : checks, sums }, (key) =>
      counters.has(key) ? counters.get(key) : this.#find(addressOf(partition, key)),
    );
    if (conflict) return conflict;
    const version = `${this.#origin}.${(this.#counted++).toString(36)}`;
    for (const [index, { key }] of sums.entries()) {
      const record = recordOf(version, { sum: totals[index] ?? 0 }, expiries[index]);
      const address = addressOf(partition, key);
      this.#counters.put(address, record, known[index]);
      this.#saved.note(address, record.expiresAt, now);
    }
    return { committed: true, version, sums: totals };
  }

  async #commit(partition: string, changes: Changes): Promise<Committed | Conflict> {
    assertFits(this.limits, partition, changes);
    for (;;) {
      if (this.#closing !== undefined) refuseClosed();
      const outcome = await this.#parts.main.transact(() => this.#apply(partition, changes), this.durability);
      this.#parts.place.assertThisTurn();
      if (outcome !== undefined) return outcome;
    }
  }

  /** Must run inside a transaction of `main`. Returns undefined if the commit must be retried in a new transaction. */
  #apply(partition: string, changes: Changes): Committed | Conflict | undefined {
    this.#counters.renewSnapshot();
    if (this.#onlyCounts(changes)) {
      const addresses = (changes.sums ?? []).map(({ key }) => addressOf(partition, key));
      const inMain = addresses.filter((address) => this.#main.has(address));
      if (inMain.length === 0) return this.#countAnew(partition, changes);
      const isOver = inMain.every((address) => this.#find(address) === undefined);
      if (isOver) return this.#free(inMain);
    }
    this.#markMoved(partition, changes);
    return this.#write(partition, changes);
  }

  #countAnew(partition: string, changes: Changes): Committed | Conflict {
    return this.#parts.counters.lastCommit.transactSync(() => {
      const { sums = [] } = changes;
      const known = sums.map(({ key }) => this.#counters.get(addressOf(partition, key)));
      return this.#count({ partition, ...changes }, known, this.#parts.clock.now());
    });
  }

  #markMoved(partition: string, { checks = [], sets = [], deletes = [], sums = [] }: Changes): void {
    const keys = [...[...checks, ...sets, ...sums].map(({ key }) => key), ...deletes];
    const addresses = keys.map((key) => addressOf(partition, key));
    if (!addresses.some((address) => this.#counters.has(address))) return;
    this.#parts.counters.lastCommit.transactSync(() => {
      for (const address of addresses) {
        // A damaged counter needs no mark, because it is counted under main's lock.
        const counter = this.#counters.getReadable(address);
        if (counter === undefined) continue;
        this.#counters.put(address, { ...counter, moved: true }, counter);
        this.#saved.remove(address, counter);
      }
    });
  }

  #write(partition: string, changes: Changes): Committed | Conflict {
    const { sets = [], deletes = [], sums = [] } = changes;
    const { conflict, totals, expiries } = judgeChanges(changes, (key) =>
      this.#find(addressOf(partition, key)),
    );
    if (conflict) return conflict;
    const version = this.#newVersion();
    if (sets.length + deletes.length > 0) this.#changes.write();
    for (const { key, value, expiresAt } of sets) {
      this.#put(addressOf(partition, key), recordOf(version, value, expiresAt));
    }
    for (const key of deletes) this.#delete(addressOf(partition, key), version);
    for (const [index, { key }] of sums.entries()) {
      this.#put(addressOf(partition, key), recordOf(version, { sum: totals[index] ?? 0 }, expiries[index]));
    }
    this.#sweep();
    return { committed: true, version, sums: totals };
  }

  #put(address: string, record: LmdbRecord): void {
    const before = record.expiresAt === undefined ? undefined : this.#main.getReadable(address);
    this.#main.put(address, record, before);
  }

  /** Deletes a record. If `counters` has a counter at its address, an expired record in `main` hides that counter. */
  #delete(address: string, version: string): void {
    if (!this.#counters.has(address)) this.#main.remove(address);
    else this.#put(address, deletionOf(version));
  }

  /** Creates a version. LMDB never reuses transaction numbers, but one transaction can contain several commits of this process. */
  #newVersion(): string {
    const id = this.#parts.main.root.getWriteTxnId();
    if (this.#transaction.id !== id) this.#transaction = { id, commits: 0 };
    return `${id}.${this.#transaction.commits++}`;
  }

  /** Removes expired records from `main`. Otherwise responses that are stored for a day would stay. */
  #sweep(): void {
    const now = this.#parts.clock.now();
    if (now < this.#nextSweep) return;
    this.#nextSweep = now + sweepInterval;
    this.#free(this.#main.takeExpired(now));
  }

  /** Removes records from `main`. The counters that they hide are removed first. */
  #free(addresses: readonly string[]): undefined {
    const hidden = addresses.filter((address) => this.#counters.has(address));
    if (hidden.length > 0) {
      this.#parts.counters.lastCommit.transactSync(() => {
        for (const address of hidden) this.#counters.remove(address);
      });
    }
    for (const address of addresses) this.#main.remove(address);
  }

  /** Removes counters that expired a minute ago. Otherwise the counters of every day would stay. */
  #sweepCounters(now: number): void {
    if (now < this.#nextCounterSweep) return;
    this.#nextCounterSweep = now + sweepInterval;
    for (const address of this.#counters.takeExpired(now - counterKept)) this.#counters.remove(address);
  }
}

/** Rejects operations after the store was closed. If lmdb-js read while it closes, it would throw an error that nothing can catch. */
function refuseClosed(): never {
  throw new Error("Cannot use the store: it is closed");
}
