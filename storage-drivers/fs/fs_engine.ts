import type { Clock } from "../../lib/base/time/clock.ts";
import {
  type Address,
  type AtomicOperations,
  assertFits,
  type Changes,
  type Committed,
  type Conflict,
  DamagedRecordError,
  type Durability,
  type JsonObject,
  judgeChanges,
  type Range,
  type ScannedRecord,
  type StoreLimits,
  StoreReplacedError,
  type Versioned,
} from "../../lib/store/mod.ts";
import { frozenCopy } from "../memory/frozen_copy.ts";
import { LocalSignals } from "../memory/local_signals.ts";
import type { OpenedPlace } from "../directory/opened_place.ts";
import type { DirectoryLock } from "./directory_lock.ts";
import { Draft } from "./draft.ts";
import { FileStoreError } from "../directory/file_store_error.ts";
import type { ExpiryLog } from "./expiry_log.ts";
import { InterruptedCommitError } from "./interrupted_commit_error.ts";
import type { Journal } from "./journal.ts";
import { type FileRecord, type FoundRecord, readRecord } from "./record_file.ts";
import type { RecordCache } from "./record_cache.ts";
import type { RecordIndex } from "./record_index.ts";
import { fsLimits, recordPath } from "./record_path.ts";
import { RecordScan } from "./record_scan.ts";
import { throwDamage } from "../records/damage_of.ts";

/** The parts of an open directory. */
export interface FsEngineParts {
  root: string;
  epoch: string;
  durability: Durability;
  clock: Clock;
  lock: DirectoryLock;
  place: OpenedPlace;
  journal: Journal;
  index: RecordIndex;
  cache: RecordCache;
  expiries: ExpiryLog;
}

interface QueuedCommit {
  partition: string;
  changes: Changes;
  resolve: (outcome: Committed | Conflict) => void;
  reject: (error: unknown) => void;
}

/** Maximum number of commits in a batch. */
const maxBatchSize = 100;
/** Milliseconds between two sweeps of expired records. */
const sweepInterval = 1000;
/** Maximum number of records that a sweep removes. */
const sweepSize = 200;

/**
 * Stores records as files. Reads are synchronous, so they never see half a commit. Commits are written to disk in batches, one batch at
 * a time. Commits that arrive during a write form the next batch.
 */
export class FsEngine implements AtomicOperations {
  readonly scope = "process";
  readonly durability: Durability;
  readonly limits: StoreLimits = fsLimits;
  readonly signals: LocalSignals = new LocalSignals();
  readonly #parts: FsEngineParts;
  readonly #scan: RecordScan;
  #queue: QueuedCommit[] = [];
  #worker: Promise<void> | undefined;
  #isClosed = false;
  #commits = 0;
  #nextSweep = 0;

  constructor(parts: FsEngineParts) {
    this.#parts = parts;
    this.#scan = new RecordScan(parts.root);
    this.durability = parts.durability;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker;
    this.#parts.place.release();
    try {
      this.#parts.lock.release();
    } catch (error) {
      throw new FileStoreError("Cannot close the store", this.#parts.root, error);
    }
  }

  async getMany(addresses: readonly Address[]): Promise<(Versioned | null)[]> {
    this.#assertUsable();
    const found = addresses.map(({ partition, key }) => {
      const record = this.#live(partition, key);
      return record ? { key, value: record.value, version: record.version } : null;
    });
    if (found.includes(null)) this.assertInPlace();
    return found;
  }

  assertInPlace(): void {
    this.#parts.place.assertInPlace();
  }

  async list(
    partition: string,
    { start, end, limit, reverse, onDamaged = throwDamage }: Range,
  ): Promise<Versioned[]> {
    this.#assertUsable();
    const found: Versioned[] = [];
    if (limit < 1) return found;
    for (const key of this.#parts.index.range(partition, start, end, reverse)) {
      const record = this.#liveOrDamaged(partition, key);
      if (record?.damage !== undefined) onDamaged(record.damage);
      if (record === undefined || record.damage !== undefined) continue;
      found.push({ key, value: record.value, version: record.version });
      if (found.length === limit) break;
    }
    if (found.length === 0) this.assertInPlace();
    return found;
  }

  placeOf({ partition, key }: Address): string {
    return recordPath(this.#parts.root, partition, key).file;
  }

  partitions(): AsyncIterable<string> {
    this.#assertUsable();
    return this.#scan.partitions();
  }

  async scan(partition: string, after: string | undefined, limit: number): Promise<ScannedRecord[]> {
    this.#assertUsable();
    return this.#scan.read(partition, after, limit);
  }

  async commit(partition: string, changes: Changes): Promise<Committed | Conflict> {
    this.#assertUsable();
    assertFits(this.limits, partition, changes);
    this.#assertNames(partition, changes);
    const sets = changes.sets?.map((set) => ({ ...set, value: frozenCopy(set.value) })) ?? [];
    return new Promise((resolve, reject) => {
      this.#queue.push({ partition, changes: { ...changes, sets }, resolve, reject });
      this.#worker ??= this.#work();
    });
  }

  async #work(): Promise<void> {
    await Promise.resolve(); // Collects the commits of the same tick in one batch.
    while (this.#queue.length > 0) await this.#runBatch(this.#queue.splice(0, maxBatchSize));
    this.#worker = undefined;
  }

  async #runBatch(batch: QueuedCommit[]): Promise<void> {
    try {
      const outcomes = await this.#writeBatch(batch);
      batch.forEach(({ resolve }, index) => resolve(outcomes[index] as Committed | Conflict));
    } catch (error) {
      // The commits may be applied already, so they must not be repeated.
      const isFinal = error instanceof InterruptedCommitError || error instanceof StoreReplacedError;
      if (batch.length === 1 || isFinal) {
        for (const { reject } of batch) reject(error);
      }
      // Retries each commit alone, because one large record can fail a batch on a full disk.
      else for (const commit of batch) await this.#runBatch([commit]);
    }
  }

  async #writeBatch(batch: QueuedCommit[]): Promise<(Committed | Conflict)[]> {
    const { lock, journal, root, expiries, place } = this.#parts;
    this.#recover();
    place.assertInPlace();
    if (!lock.isHeld()) throw new Error(`Cannot write to the store: the lock of ${root} was removed`);
    const draft = new Draft(root, (partition, key) => this.#liveOrDamaged(partition, key));
    const outcomes = batch.map(({ partition, changes }) => this.#judge(draft, partition, changes));
    const writes = draft.writes();
    if (writes.length > 0) {
      await expiries.note(draft.newExpiries());
      await journal.write(writes, () => this.#remember(draft));
      this.#assertWritten();
      this.#sweep();
    }
    return outcomes;
  }

  /** Checks that the files of a commit were written to this store. An error of the check must not repeat the commit. */
  #assertWritten(): void {
    try {
      this.assertInPlace();
    } catch (error) {
      if (error instanceof StoreReplacedError) throw error;
      throw new InterruptedCommitError("Cannot write to the store", this.#parts.root, error);
    }
  }

  #judge(draft: Draft, partition: string, changes: Changes): Committed | Conflict {
    const { sets = [], deletes = [], sums = [] } = changes;
    const { conflict, totals, expiries } = judgeChanges(changes, (key) => draft.find(partition, key));
    if (conflict) return conflict;
    const version = `${this.#parts.epoch}-${++this.#commits}`;
    const put = (key: string, value: JsonObject, expiresAt: number | undefined): void =>
      draft.put(partition, key, { version, ...(expiresAt === undefined ? {} : { expiresAt }), value });
    for (const { key, value, expiresAt } of sets) put(key, value, expiresAt);
    for (const key of deletes) draft.put(partition, key, null);
    for (const [index, { key }] of sums.entries()) {
      put(key, Object.freeze({ sum: totals[index] ?? 0 }), expiries[index]);
    }
    return { committed: true, version, sums: totals };
  }

  #remember(draft: Draft): void {
    const { index, cache } = this.#parts;
    for (const { partition, key, path, before, record, size } of draft.entries()) {
      // The file of an expired record still exists. The sweep removes it.
      if (record === null && before === undefined) continue;
      if (record === null) {
        index.delete(partition, key);
        cache.delete(path.file);
      } else {
        index.add(partition, key);
        cache.set(path.file, record, size);
      }
    }
  }

  #live(partition: string, key: string): FileRecord | undefined {
    const record = this.#find(partition, key);
    return record && !this.#hasExpired(record) ? record : undefined;
  }

  #liveOrDamaged(partition: string, key: string): FoundRecord | undefined {
    try {
      return this.#live(partition, key);
    } catch (error) {
      if (error instanceof DamagedRecordError) return { version: "", value: {}, damage: error };
      throw error;
    }
  }

  #find(partition: string, key: string): FileRecord | undefined {
    const { root, index, cache } = this.#parts;
    const { file } = recordPath(root, partition, key);
    const cached = cache.get(file);
    if (cached !== undefined || !index.has(partition, key)) return cached;
    const { record, size } = this.#readInPlace({ partition, key }, file);
    cache.set(file, record, size);
    return record;
  }

  /** Reads a record, and fails if the store's files were replaced, so that no other store's record is cached. */
  #readInPlace(address: Address, file: string): ReturnType<typeof readRecord> {
    try {
      return readRecord(file, address);
    } finally {
      this.assertInPlace();
    }
  }

  #hasExpired({ expiresAt }: FileRecord): boolean {
    return expiresAt !== undefined && expiresAt <= this.#parts.clock.now();
  }

  /** Removes expired records, such as the daily counters. */
  #sweep(): void {
    const { clock, expiries } = this.#parts;
    const now = clock.now();
    if (now < this.#nextSweep) return;
    this.#nextSweep = now + sweepInterval;
    try {
      for (const { partition, key } of expiries.takeDue(now, sweepSize)) this.#discardExpired(partition, key);
    } catch {
      // The commit has succeeded, so an error of the sweep is ignored. Readers do not see expired records.
    }
  }

  #discardExpired(partition: string, key: string): void {
    const { root, journal, index, cache } = this.#parts;
    const record = this.#find(partition, key);
    if (record === undefined || !this.#hasExpired(record)) return;
    const { file } = recordPath(root, partition, key);
    journal.discard(file);
    index.delete(partition, key);
    cache.delete(file);
  }

  #assertUsable(): void {
    if (this.#isClosed) throw new Error("Cannot use the store: it is closed");
    this.#recover();
    this.#parts.place.assertLately(this.#parts.clock.now());
  }

  /** Finishes or withdraws a commit that failed half-way, and forgets all that was read before. */
  #recover(): void {
    const { journal, place, lock, root, index, cache } = this.#parts;
    if (!journal.isInterrupted) return;
    journal.recover(() => {
      place.assertInPlace();
      if (!lock.isHeld()) throw new Error(`the lock of ${root} was removed`);
    });
    index.clear();
    cache.clear();
  }

  /** Checks that all keys can be file names, so that an invalid key fails only its own commit and not its batch. */
  #assertNames(partition: string, { sets = [], deletes = [], sums = [], checks = [] }: Changes): void {
    for (const { key } of [...sets, ...sums, ...checks]) recordPath(this.#parts.root, partition, key);
    for (const key of deletes) recordPath(this.#parts.root, partition, key);
  }
}
