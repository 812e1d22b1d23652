import { randomBytes } from "node:crypto";
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
  DamagedRecordError,
  type Durability,
  Failure,
  type FoundRecord,
  identityAddress,
  type Outcome,
  type QueryBatch,
  type Range,
  type ScannedRecord,
  type Snapshot,
  type StoreLimits,
  type Versioned,
} from "../../lib/store/mod.ts";
import { MissingStoreError } from "../opening/missing_store_error.ts";
import { commitArguments, commitOutcome, commitSql, postgresLimits } from "./commits/commit_call.ts";
import { CommitQueue } from "./commits/commit_queue.ts";
import type { NewClient } from "./connection/client_settings.ts";
import type { Row, SqlValue, Statement } from "./connection/connection.ts";
import { CountQueue } from "./commits/count_queue.ts";
import { countArguments, countSql } from "./commits/count_call.ts";
import { Database, type DatabaseOptions } from "./connection/database.ts";
import { ExpirySweep } from "./records/expiry_sweep.ts";
import { ReadReplica } from "./records/read_replica.ts";
import { PostgresSearchTables } from "./search/postgres_search_tables.ts";
import { PostgresSignals } from "./postgres_signals.ts";
import { PostgresSnapshot } from "./records/postgres_snapshot.ts";
import { PostgresStoreError } from "./connection/postgres_store_error.ts";
import { RecordReader, type RecordReaderOptions } from "./records/record_reader.ts";
import { placeOf } from "./records/record_row.ts";
import { RecordScan } from "./records/record_scan.ts";
import { StoreIdentity } from "./records/store_identity.ts";

/** Options of a {@link PostgresEngine}. */
export interface PostgresEngineOptions extends DatabaseOptions {
  clock: Clock;
  /** A replica for the reads of requests without a key. */
  replica?: { newClient: NewClient; maxLagMs: number };
}

/** Codes of a lock that another transaction held too long, and of a deadlock. The server has rolled the statement back. */
const lockCodes: ReadonlySet<string | undefined> = new Set(["55P03", "40P01"]);

/** Records in the tables of a PostgreSQL database. Every operation is one call of a function of the database. */
export class PostgresEngine implements AtomicOperations {
  readonly scope = "cluster";
  readonly limits: StoreLimits = postgresLimits;
  /** Only with a replica. */
  readonly queryReplica?: QueryBatch;
  readonly searchTables: PostgresSearchTables;
  readonly signals: PostgresSignals;
  readonly #options: PostgresEngineOptions;
  readonly #database: Database;
  readonly #identity = new StoreIdentity();
  readonly #reader: RecordReader;
  readonly #readerOptions: Omit<RecordReaderOptions, "send">;
  readonly #scan: RecordScan;
  readonly #commits: CommitQueue;
  readonly #counts: CountQueue;
  readonly #sweep: ExpirySweep;
  readonly #querying = new Set<Promise<BatchResult>>();
  readonly #replica: ReadReplica | undefined;
  /** Random part of versions. It makes them unique among all processes, also after a failover has lost commits. */
  readonly #instance = randomBytes(9).toString("base64url");
  #lastVersion = 0;

  constructor(options: PostgresEngineOptions) {
    const { schema, clock, pool, commandTimeoutMs } = options;
    this.#options = options;
    this.#database = new Database(options, () => this.#identify());
    this.searchTables = new PostgresSearchTables(this.#database, schema);
    this.signals = new PostgresSignals({
      ...options,
      send: async (statement) => {
        await this.#database.open();
        await this.#database.write(statement);
      },
    });
    const lockTimeoutMs = Math.ceil(0.75 * commandTimeoutMs);
    this.#readerOptions = { schema, lockTimeoutMs, identity: this.#identity, clock };
    const send = async (statement: Statement): Promise<Row[]> => this.#read(statement);
    this.#reader = new RecordReader({ ...this.#readerOptions, send });
    this.#scan = new RecordScan(send, schema);
    this.#commits = new CommitQueue({
      run: (calls, deadline) => this.#runCommits(calls, deadline),
      isLockFailure,
      timeoutMs: commandTimeoutMs,
    });
    this.#counts = new CountQueue({
      run: (counts, deadline) => this.#runCounts(counts, deadline),
      isLockFailure,
      // One connection stays free for commits.
      calls: Math.max(1, Math.floor(pool / 2) - 1),
      timeoutMs: commandTimeoutMs,
    });
    const sweeper = { name: this.#instance, schema, clock };
    this.#sweep = new ExpirySweep(sweeper, (statement) => this.#database.write(statement));
    const replica = this.#createReplica(options.replica);
    this.#replica = replica;
    if (replica !== undefined) this.queryReplica = (batch) => this.#queryReplica(replica, batch);
  }

  /** As read from the server. Until its first response: none. */
  get durability(): Durability {
    return this.#database.durability;
  }

  async getMany(addresses: readonly Address[]): Promise<(Versioned | null)[]> {
    return this.#reader.getMany(addresses);
  }

  /**
   * Sends the reads of an event loop tick in one call, and then its counts. Reads and counts have connections of their own, so without this
   * order a request could be counted although its reads fail.
   */
  async query(batch: Batch): Promise<BatchResult> {
    const querying = this.#query(batch);
    this.#querying.add(querying);
    return querying.finally(() => this.#querying.delete(querying));
  }

  async #query({ counts, reads }: Batch): Promise<BatchResult> {
    const found = await this.#reader.readEach(reads);
    const failure = found.find(isUnavailable);
    return {
      counts: failure === undefined ? this.#counts.add(counts) : counts.map(() => failure),
      reads: found,
    };
  }

  atEndOfTick(run: () => void): void {
    setImmediate(run);
  }

  async list(partition: string, range: Range): Promise<Versioned[]> {
    return this.#reader.list(partition, range);
  }

  async commit(partition: string, changes: Changes): Promise<Committed | Conflict> {
    const version = this.#nextVersion();
    const values = commitArguments(partition, changes, version);
    await this.#database.open();
    const row = await this.#commits.run(partition, values);
    this.#identity.assertSame(row[0]);
    this.#sweep.sweepLately();
    return commitOutcome(row, version);
  }

  async assertInPlace(): Promise<void> {
    return this.#reader.assertInPlace();
  }

  snapshot(): Snapshot {
    return new PostgresSnapshot(this.#database.openSeparate(), this.#database.open(), this.#readerOptions);
  }

  placeOf(address: Address): string {
    return placeOf(address, this.#options.schema);
  }

  partitions(): AsyncIterable<string> {
    return this.#scan.partitions();
  }

  scan(partition: string, after: string | undefined, limit: number): Promise<ScannedRecord[]> {
    return this.#scan.read(partition, after, limit);
  }

  /** Returns the reason why the replica cannot be used, or undefined. Also undefined without a replica. */
  async findReplicaProblem(): Promise<string | undefined> {
    return this.#replica?.findProblem();
  }

  /** Closes the connections, after pending operations have ended. Changes of search indexes are canceled. */
  async close(): Promise<void> {
    await this.searchTables.close();
    // Queries send their counts after their reads.
    await Promise.all(this.#querying);
    await Promise.all([this.#counts.end(), this.#commits.end()]);
    await this.signals.close();
    await this.#replica?.close();
    await this.#sweep.end();
    await this.#database.close();
  }

  #createReplica(place: PostgresEngineOptions["replica"]): ReadReplica | undefined {
    if (place === undefined) return undefined;
    const { pool, commandTimeoutMs, clock } = this.#options;
    return new ReadReplica({
      ...place,
      size: Math.ceil(pool / 2),
      // A replica that hangs must leave time for the primary.
      commandTimeoutMs: Math.ceil(commandTimeoutMs / 4),
      name: this.#instance,
      reader: this.#readerOptions,
      commit: (partition, changes) => this.commit(partition, changes),
      clock,
    });
  }

  async #queryReplica(replica: ReadReplica, batch: Batch): Promise<BatchResult> {
    const reads = await replica.read(batch.reads);
    return reads === undefined ? this.query(batch) : { counts: this.#counts.add(batch.counts), reads };
  }

  async #read(statement: Statement): Promise<Row[]> {
    await this.#database.open();
    return this.#database.read(statement);
  }

  /** Runs calls of `commit_changes` in one statement. Returns the row of each, in the same order. */
  async #runCommits(calls: readonly (readonly SqlValue[])[], deadline?: number): Promise<Row[]> {
    const { schema, clock } = this.#options;
    const common = [this.#readerOptions.lockTimeoutMs, this.#identity.expected, clock.now()];
    const statement = {
      text: commitSql(schema, calls.length),
      hasRows: true,
      values: calls.flatMap((values) => [...common, ...values]),
    };
    const rows = await this.#database.write(statement, deadline === undefined ? {} : { deadline });
    const inOrder: Row[] = [];
    for (const [call, ...row] of rows) inOrder[Number(call)] = row;
    return inOrder;
  }

  async #runCounts(counts: readonly Count[], deadline: number): Promise<Outcome<Committed | Conflict>[]> {
    const { schema, clock } = this.#options;
    const versions = counts.map(() => this.#nextVersion());
    const values = countArguments(counts, versions);
    await this.#database.open();
    const left = deadline - performance.now();
    if (left <= 0) throw new PostgresStoreError("no response in time");
    const rows = await this.#database.write(
      {
        text: countSql(schema),
        hasRows: true,
        values: [Math.ceil(left / 2), this.#identity.expected, clock.now(), ...values],
      },
      { deadline },
    );
    this.#identity.assertSame(rows[0]?.[0]);
    this.#sweep.sweepLately();
    return rows.map((row, index) => commitOutcome(row, versions[index] ?? ""));
  }

  /** Reads the store's id, and writes one if the store is new. */
  async #identify(): Promise<void> {
    if (this.#identity.expected !== null) return;
    const { partition } = identityAddress;
    let found = await this.#readIdentity();
    if (found === null) {
      if (!this.#options.create && (await this.#isEmpty())) throw new MissingStoreError();
      const version = this.#nextVersion();
      const values = commitArguments(partition, StoreIdentity.changes(), version);
      await this.#runCommits([values]);
      found = await this.#readIdentity();
    }
    this.#identity.keep(found);
  }

  async #isEmpty(): Promise<boolean> {
    const text = `select 1 from "${this.#options.schema}".record limit 1`;
    return (await this.#database.read({ text })).length === 0;
  }

  async #readIdentity(): Promise<string | null> {
    const { partition, key } = identityAddress;
    const [row] = await this.#database.read({
      text: `select value from "${this.#options.schema}".record where partition = $1 and key = $2`,
      values: [partition, key],
    });
    return row?.[0] ?? null;
  }

  #nextVersion(): string {
    return `${this.#instance}.${(++this.#lastVersion).toString(36)}`;
  }
}

function isLockFailure(error: unknown): boolean {
  return error instanceof PostgresStoreError && lockCodes.has(error.code);
}

/** True if the store did not respond to a read. A damaged record is a response. */
function isUnavailable(outcome: Outcome<FoundRecord>): outcome is Failure {
  return outcome instanceof Failure && !(outcome.error instanceof DamagedRecordError);
}
