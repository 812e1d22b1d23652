import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { clearTimeout, setTimeout } from "node:timers";
import { identityAddress, newIdentity } from "../../lib/store/mod.ts";
import { RecordRows } from "./record_rows.ts";
import { RecordWriter } from "./record_writer.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite_database.ts";
import { WalFlush } from "./wal_flush.ts";

/** Milliseconds after the first write until the log is flushed and its pages are copied into the file. */
const careInterval = 1000;

/** An open file. Several drivers of a process share it. */
export class SqliteFile {
  readonly path: string;
  readonly rows: RecordRows;
  readonly writer: RecordWriter;
  readonly #database: SqliteDatabase;
  readonly #begin: SqliteStatement;
  readonly #beginToWrite: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #rollback: SqliteStatement;
  readonly #openReader: () => SqliteDatabase;
  /** Undefined for a file that is open for reading only. */
  readonly #wal: WalFlush | undefined;
  readonly #id: string | undefined;
  #care: NodeJS.Timeout | undefined;

  /** @param openReader opens another connection to the file, for reading */
  constructor(
    database: SqliteDatabase,
    { path, openReader, readOnly }: { path: string; openReader: () => SqliteDatabase; readOnly: boolean },
  ) {
    this.path = path;
    this.#database = database;
    this.#openReader = openReader;
    this.#begin = database.prepare("begin");
    this.#beginToWrite = database.prepare("begin immediate");
    this.#commit = database.prepare("commit");
    this.#rollback = database.prepare("rollback");
    this.rows = new RecordRows(database, path);
    this.writer = new RecordWriter(database);
    this.#id = this.rows.findVersion(identityAddress)?.version ?? (readOnly ? undefined : this.#identify());
    this.#wal = readOnly ? undefined : new WalFlush(walOf(path), () => this.#renewLog());
  }

  /** The files that must stay in their place. */
  get files(): string[] {
    return this.#wal === undefined ? [this.path] : [this.path, walOf(this.path)];
  }

  /** True if the store still has the id that it had when it was opened. A read-only store can have none. */
  hasIdentity(): boolean {
    return this.#id === undefined || this.rows.findVersion(identityAddress)?.version === this.#id;
  }

  /** Runs an action that reads one state of the file. */
  read<Result>(action: () => Result): Result {
    return this.#within(this.#begin, action);
  }

  /** Runs an action while nothing else writes to the file. Commits all of its writes, or none. */
  transact<Result>(action: () => Result): Result {
    const result = this.#within(this.#beginToWrite, action);
    this.#care ??= setTimeout(() => void this.#takeCare(), careInterval).unref();
    return result;
  }

  #within<Result>(begin: SqliteStatement, action: () => Result): Result {
    begin.run();
    try {
      const result = action();
      this.#commit.run();
      return result;
    } catch (error) {
      this.#undo();
      throw error;
    }
  }

  #undo(): void {
    try {
      this.#rollback.run();
    } catch {
      // After some errors, such as a full disk, SQLite has already ended the transaction.
    }
  }

  /** Resolves when all commits until now are on the disk. */
  async flush(): Promise<void> {
    await this.#wal?.flush();
  }

  /** Opens a view that later commits do not change. SQLite keeps all pages that were replaced since, so the log grows meanwhile. */
  snapshot(): { rows: RecordRows; release: () => void } {
    const database = this.#openReader();
    const rows = new RecordRows(database, this.path);
    database.exec("begin");
    // The view begins with the first read.
    rows.partitionAfter("");
    return { rows, release: () => database.close() };
  }

  /** Removes what deleted records left in the file. */
  compact(): { bytesBefore: number; bytesAfter: number } {
    const sizeOf = (): number => statSync(this.path).size;
    this.#copyLog("truncate");
    const bytesBefore = sizeOf();
    this.#database.exec("vacuum");
    this.#copyLog("truncate");
    return { bytesBefore, bytesAfter: sizeOf() };
  }

  async close(): Promise<void> {
    clearTimeout(this.#care);
    try {
      await this.flush();
    } finally {
      await this.#wal?.close();
      this.#database.close();
    }
  }

  /** Flushes the counts of the last second, and copies the flushed pages, while the log is short. */
  async #takeCare(): Promise<void> {
    try {
      await this.flush();
      this.#care = undefined;
      this.#copyLog("passive");
    } catch {
      // A commit that waits for the disk reports the failure.
      this.#care = undefined;
    }
  }

  /** Copies pages from the log into the file. */
  #copyLog(mode: "passive" | "truncate"): void {
    this.#database.exec(`pragma wal_checkpoint(${mode})`);
  }

  #renewLog(): void {
    const { busy } = this.#database.prepare("pragma wal_checkpoint(truncate)").get() ?? {};
    if (busy !== 0) throw new Error("Cannot flush the log of the store: another process uses it");
  }

  #identify(): string {
    const { id } = newIdentity(randomBytes);
    return this.#within(this.#beginToWrite, () => {
      const known = this.rows.findVersion(identityAddress)?.version;
      if (known !== undefined) return known;
      this.writer.put(identityAddress, JSON.stringify({ id }), { version: id, expiresAt: undefined });
      return id;
    });
  }
}

function walOf(path: string): string {
  return `${path}-wal`;
}
