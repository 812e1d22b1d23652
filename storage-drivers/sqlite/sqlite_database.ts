/** A value of a column, or of a statement's parameter. */
export type SqlValue = string | number | null;

/** A row of a result, by the names of the columns. */
export type SqlRow = Record<string, unknown>;

/** A prepared statement. */
export interface SqliteStatement {
  /** Returns the first row. Without a row: undefined, or null in Bun. */
  get(...values: SqlValue[]): SqlRow | undefined | null;
  all(...values: SqlValue[]): SqlRow[];
  /** Runs a statement without a result. */
  run(...values: SqlValue[]): unknown;
}

/** A connection to a SQLite file. All libraries have these functions, and all calls are synchronous. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** A library with SQLite. */
export interface SqliteLibrary {
  name: "node:sqlite" | "better-sqlite3" | "bun:sqlite";
  /** @param options.readOnly true to open an existing file for reading only */
  open(file: string, options: { readOnly: boolean }): SqliteDatabase;
}
