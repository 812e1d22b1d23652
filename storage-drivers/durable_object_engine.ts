import type { Changes, Committed, Conflict, JsonObject, Range, Versioned } from "../lib/store/mod.ts";
import { judgeChanges } from "../lib/store/mod.ts";

/** A value of a column, or of a statement's parameter. */
export type SqlValue = string | number | null;

/** The part of a Durable Object's SQL storage that this driver uses. */
export interface SqlStorage {
  exec(query: string, ...bindings: SqlValue[]): { toArray(): Record<string, unknown>[] };
}

/** The part of a Durable Object's state that this driver uses. */
export interface DurableObjectState {
  storage: { sql: SqlStorage; transactionSync<Result>(callback: () => Result): Result };
}

/** A call of the driver to the object. It has one of `get`, `list` and `commit`. */
export interface DurableObjectCall {
  getMany?: string[];
  list?: Range;
  commit?: Changes;
  /** Current time in milliseconds since the epoch, for the expiry of records. */
  now: number;
}

interface Row {
  value: JsonObject;
  version: string;
  expiresAt: number | undefined;
}

/** SQLite compares integers as numbers, and keys by their bytes. */
const schema = `
  CREATE TABLE IF NOT EXISTS records (
    key TEXT PRIMARY KEY, value TEXT NOT NULL, version TEXT NOT NULL, expires_at INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS expiries ON records (expires_at) WHERE expires_at IS NOT NULL;`;

/** The Durable Object class that a Worker exports. It stores one partition of Postern's records in SQLite. */
export class PosternStorage {
  readonly #storage: DurableObjectState["storage"];
  #hasTable: boolean;

  constructor({ storage }: DurableObjectState) {
    this.#storage = storage;
    // Reads do not create the table. Otherwise every invalid key in a request would leave a database behind.
    this.#hasTable = this.query("SELECT 1 FROM sqlite_master WHERE name = 'records'").length > 0;
  }

  /** Handles one call of the driver. The work is synchronous, so calls do not interleave. */
  async fetch(request: Request): Promise<Response> {
    const { getMany, list, commit, now } = (await request.json()) as DurableObjectCall;
    if (commit !== undefined) return Response.json(this.#commit(commit, now));
    if (list !== undefined) return Response.json(this.#list(list, now));
    return Response.json((getMany ?? []).map((key) => this.#get(key, now)));
  }

  #get(key: string, now: number): Versioned | null {
    const row = this.#live(key, now);
    return row === undefined ? null : { key, value: row.value, version: row.version };
  }

  #list({ start = "", end, limit, reverse = false }: Range, now: number): Versioned[] {
    if (!this.#hasTable || limit < 1) return [];
    const rows = this.query(
      `SELECT key, value, version FROM records
       WHERE key >= ? AND (? IS NULL OR key < ?) AND (expires_at IS NULL OR expires_at > ?)
       ORDER BY key ${reverse ? "DESC" : "ASC"} LIMIT ?`,
      start,
      end ?? null,
      end ?? null,
      now,
      limit,
    );
    return rows.map((row) => ({ key: String(row["key"]), ...toRow(row) })).map(toVersioned);
  }

  #commit(changes: Changes, now: number): Committed | Conflict {
    if (!this.#hasTable) this.query(schema);
    this.#hasTable = true;
    const result = this.#storage.transactionSync(() => this.#apply(changes, now));
    if (result.committed) this.onCommit(changes);
    return result;
  }

  #apply(changes: Changes, now: number): Committed | Conflict {
    const { sets = [], deletes = [], sums = [] } = changes;
    this.deleteExpired(now);
    const { conflict, totals, expiries } = judgeChanges(changes, (key) => this.#live(key, now));
    if (conflict) return conflict;
    // A random version saves the write of a counter row in every commit.
    const version = crypto.randomUUID();
    for (const { key, value, expiresAt } of sets) this.#put(key, { value, version, expiresAt });
    for (const key of deletes) this.query("DELETE FROM records WHERE key = ?", key);
    for (const [index, { key }] of sums.entries()) {
      this.#put(key, { value: { sum: totals[index] ?? 0 }, version, expiresAt: expiries[index] });
    }
    return { committed: true, version, sums: totals };
  }

  #put(key: string, { value, version, expiresAt }: Row): void {
    this.query(
      "INSERT OR REPLACE INTO records (key, value, version, expires_at) VALUES (?, ?, ?, ?)",
      key,
      JSON.stringify(value),
      version,
      expiresAt ?? null,
    );
  }

  #live(key: string, now: number): Row | undefined {
    if (!this.#hasTable) return undefined;
    const [row] = this.query(
      "SELECT value, version, expires_at FROM records WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)",
      key,
      now,
    );
    return row && toRow(row);
  }

  /** True if the object has had records. */
  protected get hasTable(): boolean {
    return this.#hasTable;
  }

  /** Called after a commit. Its synchronous writes are stored together with the commit. */
  protected onCommit(_changes: Changes): void {}

  /** Deletes expired records. */
  protected deleteExpired(now: number): void {
    if (this.#hasTable) this.query("DELETE FROM records WHERE expires_at <= ?", now);
  }

  /** Runs a statement, and returns its rows. */
  protected query(query: string, ...bindings: SqlValue[]): Record<string, unknown>[] {
    return this.#storage.sql.exec(query, ...bindings).toArray();
  }
}

function toRow(row: Record<string, unknown>): Row {
  return {
    value: JSON.parse(String(row["value"])) as JsonObject,
    version: String(row["version"]),
    expiresAt: (row["expires_at"] as number | null) ?? undefined,
  };
}

function toVersioned({ key, value, version }: Versioned): Versioned {
  return { key, value, version };
}
