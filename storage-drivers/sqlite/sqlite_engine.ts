import { randomBytes } from "node:crypto";
import { randomId } from "../../lib/base/secrets/random.ts";
import type { Clock } from "../../lib/base/time/clock.ts";
import {
  type Address,
  type AtomicOperations,
  type Batch,
  type BatchResult,
  type Changes,
  type Committed,
  type Conflict,
  type Count,
  Failure,
  type FoundRecord,
  type JudgedChanges,
  judgeChanges,
  type KnownRecord,
  type Outcome,
  type Range,
  type RecordRead,
  type ScannedRecord,
  type Snapshot,
  type Versioned,
} from "../../lib/store/mod.ts";
import type { OpenedPlace } from "../directory/opened_place.ts";
import { damageOf } from "../records/damage_of.ts";
import { liveRow, type RecordRow, type RecordRows } from "./record_rows.ts";
import type { SqliteFile } from "./sqlite_file.ts";
import { toSqliteError } from "./sqlite_store_error.ts";
import { whenFree } from "./when_free.ts";

export interface SqliteEngineParts {
  file: SqliteFile;
  durability: "process-crash" | "power-loss";
  clock: Clock;
  place: OpenedPlace;
  /** Closes the file, unless another driver uses it. */
  close: () => Promise<void>;
}

type CountOutcome = Outcome<Committed | Conflict>;

/** Milliseconds between two searches for expired records. */
const sweepInterval = 1000;

/**
 * Records in a SQLite file. All calls of SQLite are synchronous, and take some microseconds. A commit then waits for the disk in another thread.
 * Commits that only count requests do not wait: the file flushes them within a second.
 */
export class SqliteEngine implements AtomicOperations {
  readonly scope = "host";
  readonly durability: "process-crash" | "power-loss";
  /** Merges the counting of one event loop tick into a transaction. */
  readonly atEndOfTick = (run: () => void): void => void setImmediate(run);
  readonly #parts: SqliteEngineParts;
  readonly #rows: RecordRows;
  /** Prefix of versions, followed by a number. It is random, so that no version returns after a backup was restored. */
  readonly #origin: string = randomId(randomBytes);
  #commits = 0;
  #nextSweep = 0;
  #closing: Promise<void> | undefined;

  constructor(parts: SqliteEngineParts) {
    this.#parts = parts;
    this.durability = parts.durability;
    this.#rows = parts.file.rows;
  }

  async close(): Promise<void> {
    return (this.#closing ??= this.#parts.close());
  }

  getMany(addresses: readonly Address[]): (Versioned | null)[] | Promise<(Versioned | null)[]> {
    return this.#run(() => {
      this.#parts.place.assertLately(this.#now());
      const found = this.#readTogether(addresses.length, () => addresses.map((one) => this.#read(one)));
      return this.#confirmMissing(found);
    });
  }

  query({ counts, reads }: Batch): BatchResult | Promise<BatchResult> {
    const failed = (error: unknown): BatchResult => {
      const failure = new Failure(toSqliteError(error));
      return { counts: counts.map(() => failure), reads: reads.map(() => failure) };
    };
    try {
      const result = this.#run(() => this.#query(reads));
      const counted = counts.length === 0 ? [] : this.#countAll(counts);
      if (!(result instanceof Promise)) return { ...result, counts: counted };
      return result.then((found) => ({ ...found, counts: counted }), failed);
    } catch (error) {
      return failed(error);
    }
  }

  #query(reads: readonly RecordRead[]): Omit<BatchResult, "counts"> & { asOf: number } {
    this.#parts.place.assertLately(this.#now());
    const { writer } = this.#parts.file;
    // Read before the records, so that a commit meanwhile has another number.
    const asOf = writer.lastChange();
    const missing = reads.filter(({ known }) => known?.asOf !== asOf);
    if (missing.length === 0) return { reads: reads.map(() => "unchanged"), asOf };
    const found = this.#readTogether(missing.length, () => reads.map((read) => this.#readKnown(read, asOf)));
    return { reads: this.#confirmMissing(found), asOf };
  }

  #readKnown(read: RecordRead, asOf: number): Outcome<FoundRecord> {
    const { known } = read;
    if (known?.asOf === asOf) return "unchanged";
    try {
      if (known !== undefined) {
        const row = liveRow(this.#rows.findVersion(read), this.#now());
        if (row?.version === known.version) return "unchanged";
      }
      return this.#read(read);
    } catch (error) {
      return new Failure(error);
    }
  }

  #read(address: Address): Versioned | null {
    const row = liveRow(this.#rows.find(address), this.#now());
    return row === undefined ? null : this.#rows.parse(address, row);
  }

  /** Reads several records of one state. A single read needs no transaction. */
  #readTogether<Result>(reads: number, action: () => Result): Result {
    return reads > 1 ? this.#parts.file.read(action) : action();
  }

  async list(partition: string, range: Range): Promise<Versioned[]> {
    return this.#run(() => {
      this.#parts.place.assertLately(this.#now());
      const found = this.#rows.list(partition, range, this.#now());
      if (found.length === 0) this.assertInPlace();
      return found;
    });
  }

  async commit(partition: string, changes: Changes): Promise<Committed | Conflict> {
    const { file, place } = this.#parts;
    const outcome = await this.#run(() => file.transact(() => this.#apply(partition, changes)));
    if (onlyCounts(changes)) return outcome;
    // A conflict can be with a commit that is not on the disk yet.
    if (this.durability === "power-loss") await file.flush();
    place.assertThisTurn();
    return outcome;
  }

  /** Runs the counts of a batch in one transaction. If another process has the lock, they are pending. */
  #countAll(counts: readonly Count[]): (CountOutcome | Promise<CountOutcome>)[] {
    const { file } = this.#parts;
    try {
      const outcomes = this.#run(() => file.transact(() => counts.map((count) => this.#count(count))));
      if (!(outcomes instanceof Promise)) return outcomes;
      return counts.map(async (_, index) =>
        outcomes.then(
          (found) => found[index] as CountOutcome,
          (error: unknown) => new Failure(error),
        ),
      );
    } catch (error) {
      return counts.map(() => new Failure(error));
    }
  }

  #count({ partition, check, sums }: Count): CountOutcome {
    try {
      const record = liveRow(this.#rows.findVersion({ partition, key: check.key }), this.#now());
      // The record is read whole only for the reason of a conflict.
      const checks = record?.version === check.version ? [] : [check];
      return this.#apply(partition, { checks, sums });
    } catch (error) {
      return new Failure(error);
    }
  }

  /** Must run inside a transaction. */
  #apply(partition: string, changes: Changes): Committed | Conflict {
    const { sets = [], deletes = [], sums = [] } = changes;
    const { writer } = this.#parts.file;
    const counters = new Map(sums.map(({ key }) => [key, this.#rows.findCounter({ partition, key })]));
    const judged = judgeChanges(changes, (key) => this.#find({ partition, key }, counters.get(key)));
    if (judged.conflict) return judged.conflict;
    // A value that is not JSON throws here, before the first write.
    const texts = sets.map(({ value }) => JSON.stringify(value));
    const version = `${this.#origin}.${(this.#commits++).toString(36)}`;
    if (sets.length + deletes.length > 0) writer.change();
    for (const [index, { key, expiresAt }] of sets.entries()) {
      writer.put({ partition, key }, texts[index] ?? "", { version, expiresAt });
    }
    for (const key of deletes) writer.remove({ partition, key });
    this.#putSums(partition, counters, judged, version);
    this.#sweep();
    return { committed: true, version, sums: judged.totals };
  }

  #putSums(
    partition: string,
    counters: ReadonlyMap<string, RecordRow | undefined>,
    { totals, expiries }: JudgedChanges,
    version: string,
  ): void {
    for (const [index, [key, before]] of [...counters].entries()) {
      const expiresAt = expiries[index];
      this.#parts.file.writer.putCounter({ partition, key }, totals[index] ?? 0, {
        version,
        expiresAt,
        before,
      });
    }
  }

  /** Returns the live record at an address. A damaged record has an empty version and value. */
  #find(address: Address, counter: RecordRow | undefined): KnownRecord | undefined {
    const row = liveRow(counter ?? this.#rows.find(address), this.#now());
    if (row === undefined) return undefined;
    try {
      const { version, value } = this.#rows.parse(address, row);
      return { version, value, expiresAt: row.expiresAt };
    } catch (error) {
      return { version: "", value: {}, damage: damageOf(address, this.placeOf(address), error) };
    }
  }

  /** Removes expired records and counters. Otherwise responses that are stored for a day would stay. */
  #sweep(): void {
    const now = this.#now();
    if (now < this.#nextSweep) return;
    this.#nextSweep = now + sweepInterval;
    this.#parts.file.writer.removeExpired(now);
  }

  assertInPlace(): void {
    this.#refuseClosed();
    const { file, place } = this.#parts;
    place.assertInPlace();
    if (!file.hasIdentity()) place.refuse("was replaced");
  }

  #confirmMissing<Found>(found: (Found | null)[]): (Found | null)[] {
    if (found.includes(null)) this.assertInPlace();
    return found;
  }

  snapshot(): Snapshot {
    this.#refuseClosed();
    const { rows, release } = this.#parts.file.snapshot();
    const read = (address: Address): Versioned | null => {
      const row = liveRow(rows.find(address), this.#now());
      return row === undefined ? null : rows.parse(address, row);
    };
    return {
      getMany: (addresses) => addresses.map(read),
      list: async (partition, range) => rows.list(partition, range, this.#now()),
      release,
    };
  }

  placeOf(address: Address): string {
    return this.#rows.placeOf(address);
  }

  async *partitions(): AsyncGenerator<string> {
    let partition: string | undefined = "";
    for (;;) {
      const last: string = partition;
      partition = await this.#run(() => this.#rows.partitionAfter(last));
      if (partition === undefined) return;
      yield partition;
    }
  }

  async scan(partition: string, after: string | undefined, limit: number): Promise<ScannedRecord[]> {
    const rows = await this.#run(() => this.#rows.after(partition, after, limit));
    return rows.map((row) => {
      const { key, expiresAt } = row;
      const address = { partition, key };
      const scanned = {
        key,
        place: this.placeOf(address),
        raw: row.value ?? JSON.stringify({ sum: row.sum }),
      };
      try {
        const expiry = expiresAt === undefined ? {} : { expiresAt };
        return { ...scanned, record: { ...this.#rows.parse(address, row), ...expiry } };
      } catch (error) {
        return { ...scanned, damage: damageOf(address, scanned.place, error) };
      }
    });
  }

  /** Runs an action, and waits while another process has the lock that it needs. */
  #run<Result>(action: () => Result): Result | Promise<Result> {
    this.#refuseClosed();
    try {
      const result = whenFree(() => {
        this.#refuseClosed();
        return action();
      });
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        throw toSqliteError(error);
      });
    } catch (error) {
      throw toSqliteError(error);
    }
  }

  #now(): number {
    return this.#parts.clock.now();
  }

  #refuseClosed(): void {
    if (this.#closing !== undefined) throw new Error("Cannot use the store: it is closed");
  }
}

/** True for a commit that only counts requests. Its counters expire. */
function onlyCounts({ sets = [], deletes = [], sums = [] }: Changes): boolean {
  if (sets.length + deletes.length > 0 || sums.length === 0) return false;
  return sums.every(({ expiresAt }) => expiresAt !== undefined);
}
