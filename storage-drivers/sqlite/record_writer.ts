import { randomBytes } from "node:crypto";
import type { Address } from "../../lib/store/mod.ts";
import { checksumOfRecord } from "../records/checksum.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite_database.ts";

/** Fields of a new row. */
interface NewRow {
  version: string;
  expiresAt: number | undefined;
}

/** Maximum number of expired rows to remove per table and call. */
const sweepSize = 500;

/**
 * Milliseconds for which an expired counter is kept. A counter that expires each second is overwritten instead of created again.
 */
const counterKept = 60_000;

/** Writes the rows of a connection. Must be used inside a transaction. */
export class RecordWriter {
  readonly #put: SqliteStatement;
  readonly #putCounter: SqliteStatement;
  readonly #addToCounter: SqliteStatement;
  readonly #remove: SqliteStatement;
  readonly #removeCounter: SqliteStatement;
  readonly #sweep: SqliteStatement;
  readonly #sweepCounters: SqliteStatement;
  readonly #lastChange: SqliteStatement;
  readonly #change: SqliteStatement;

  constructor(database: SqliteDatabase) {
    const put = (table: string, ...columns: string[]): SqliteStatement =>
      database.prepare(
        `insert into ${table} (partition, key, ${columns.join(", ")}) values (?, ?, ${columns.map(() => "?").join(", ")})
         on conflict (partition, key) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`,
      );
    this.#put = put("record", "expires_at", "version", "checksum", "value");
    this.#putCounter = put("counter", "expires_at", "version", "sum");
    this.#addToCounter = database.prepare(
      "update counter set version = ?, sum = ? where partition = ? and key = ?",
    );
    this.#remove = database.prepare("delete from record where partition = ? and key = ?");
    this.#removeCounter = database.prepare("delete from counter where partition = ? and key = ?");
    this.#sweep = database.prepare(
      "delete from record where id in (select id from record where expires_at <= ? order by expires_at limit ?)",
    );
    this.#sweepCounters = database.prepare(
      `delete from counter where (partition, key) in
       (select partition, key from counter where expires_at <= ? order by expires_at limit ?)`,
    );
    this.#lastChange = database.prepare("select last_change from state");
    this.#change = database.prepare("update state set last_change = ?");
  }

  /** Returns a number that is another after every commit that sets or deletes a record. */
  lastChange(): number {
    return Number(this.#lastChange.get()?.["last_change"]);
  }

  /** Gives the state a new number. It is random, so that no number returns after a backup was restored. */
  change(): void {
    this.#change.run(randomBytes(6).readUIntBE(0, 6));
  }

  /** @param json the value */
  put({ partition, key }: Address, json: string, { version, expiresAt }: NewRow): void {
    this.#removeCounter.run(partition, key);
    const checksum = checksumOfRecord(version, expiresAt, json);
    this.#put.run(partition, key, expiresAt ?? null, version, checksum, json);
  }

  /** @param before the stored counter. Without it, the address can have a record */
  putCounter(
    { partition, key }: Address,
    sum: number,
    { version, expiresAt, before }: NewRow & { before: Pick<NewRow, "expiresAt"> | undefined },
  ): void {
    // SQLite writes the index of the expiries anew whenever a statement sets the expiry, also to the same time.
    if (before !== undefined && before.expiresAt === expiresAt) {
      this.#addToCounter.run(version, sum, partition, key);
      return;
    }
    if (before === undefined) this.#remove.run(partition, key);
    this.#putCounter.run(partition, key, expiresAt ?? null, version, sum);
  }

  remove({ partition, key }: Address): void {
    this.#remove.run(partition, key);
    this.#removeCounter.run(partition, key);
  }

  /** Removes some expired records and counters. Otherwise the counters of every day would stay. */
  removeExpired(now: number): void {
    this.#sweep.run(now, sweepSize);
    this.#sweepCounters.run(now - counterKept, sweepSize);
  }
}
