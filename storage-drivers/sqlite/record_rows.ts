import { type Address, DamagedRecordError, type Range, type Versioned } from "../../lib/store/mod.ts";
import { damageOf } from "../records/damage_of.ts";
import { valueOfRow, type ValueRow } from "../records/row_value.ts";
import type { SqliteDatabase, SqliteStatement, SqlRow } from "./sqlite_database.ts";

/** A record or counter as it is stored, also after its expiry. */
export interface RecordRow extends ValueRow {
  key: string;
}

/** A range of keys with both ends. */
interface KeyRange {
  first: string;
  last: string;
  limit: number;
  reverse?: boolean;
  /** Leaves out records that expire until this time. Default: none. */
  now?: number;
}

/** Sorts after every key, because keys are ASCII. */
const afterAllKeys = "\u{10ffff}";

const ofRecord = "key, expires_at, version, checksum, value, null as sum";
const ofCounter = "key, expires_at, version, null as checksum, null as value, sum";
const address = "where partition = ? and key = ?";
const within = "where partition = ? and key >= ? and key < ? and (expires_at is null or expires_at > ?)";

/** Reads the rows of a connection. An address is in the table `record` or in `counter`, never in both. */
export class RecordRows {
  /** Path of the file, for messages. */
  readonly file: string;
  readonly #record: SqliteStatement;
  readonly #counter: SqliteStatement;
  readonly #version: SqliteStatement;
  readonly #forward: SqliteStatement;
  readonly #backward: SqliteStatement;
  readonly #nextPartition: SqliteStatement;

  constructor(database: SqliteDatabase, file: string) {
    this.file = file;
    this.#record = database.prepare(`select ${ofRecord} from record ${address}`);
    this.#counter = database.prepare(`select ${ofCounter} from counter ${address}`);
    this.#version = database.prepare(`select version, expires_at from record ${address}`);
    const range = (order: string): SqliteStatement =>
      database.prepare(
        `select ${ofRecord} from record ${within} union all select ${ofCounter} from counter ${within} order by key ${order} limit ?`,
      );
    this.#forward = range("asc");
    this.#backward = range("desc");
    this.#nextPartition = database.prepare(
      `select min(partition) as partition from (
        select * from (select partition from record where partition > ? order by partition limit 1)
        union all select * from (select partition from counter where partition > ? order by partition limit 1))`,
    );
  }

  find({ partition, key }: Address): RecordRow | undefined {
    const row = this.#record.get(partition, key) ?? this.#counter.get(partition, key);
    return row ? toRow(row) : undefined;
  }

  /** Finds a counter alone. Its address can still have a record. */
  findCounter({ partition, key }: Address): RecordRow | undefined {
    const row = this.#counter.get(partition, key);
    return row ? toRow(row) : undefined;
  }

  /** Returns the version of a record without its value. */
  findVersion({ partition, key }: Address): Pick<RecordRow, "version" | "expiresAt"> | undefined {
    const row = this.#version.get(partition, key);
    return row ? { version: String(row["version"]), expiresAt: expiryOf(row) } : undefined;
  }

  range(partition: string, { first, last, limit, reverse = false, now = -Infinity }: KeyRange): RecordRow[] {
    const statement = reverse ? this.#backward : this.#forward;
    const bounds = [partition, first, last, now] as const;
    return statement.all(...bounds, ...bounds, limit).map(toRow);
  }

  /** Returns live records. A damaged record is passed to `onDamaged`, and another record takes its place. */
  list(
    partition: string,
    { start = "", end = afterAllKeys, limit, reverse = false, onDamaged }: Range,
    now: number,
  ): Versioned[] {
    const found: Versioned[] = [];
    let [first, last] = [start, end];
    while (found.length < limit) {
      const wanted = limit - found.length;
      const rows = this.range(partition, { first, last, limit: wanted, reverse, now });
      for (const row of rows) {
        const record = this.#readable({ partition, key: row.key }, row, onDamaged);
        if (record !== undefined) found.push(record);
      }
      const end = rows.at(-1);
      if (end === undefined || rows.length < wanted) break;
      if (reverse) last = end.key;
      else first = `${end.key} `;
    }
    return found;
  }

  /** Returns stored records after a key. */
  after(partition: string, key: string | undefined, limit: number): RecordRow[] {
    const first = key === undefined ? "" : `${key} `;
    return this.range(partition, { first, last: afterAllKeys, limit });
  }

  partitionAfter(partition: string): string | undefined {
    const found = this.#nextPartition.get(partition, partition)?.["partition"];
    return typeof found === "string" ? found : undefined;
  }

  /** @throws {DamagedRecordError} when the row is not a record, or its checksum is wrong */
  parse(address: Address, row: RecordRow): Versioned {
    try {
      return { key: address.key, value: valueOfRow(row), version: row.version };
    } catch (error) {
      throw damageOf(address, this.placeOf(address), error);
    }
  }

  placeOf({ partition, key }: Address): string {
    return `partition "${partition}", key "${key}" of the table record in ${this.file}`;
  }

  #readable(address: Address, row: RecordRow, onDamaged: Range["onDamaged"]): Versioned | undefined {
    try {
      return this.parse(address, row);
    } catch (error) {
      if (!(error instanceof DamagedRecordError) || onDamaged === undefined) throw error;
      onDamaged(error);
      return undefined;
    }
  }
}

/** Returns the row, or undefined if it has expired. */
export function liveRow<Row extends { expiresAt: number | undefined }>(
  row: Row | undefined,
  now: number,
): Row | undefined {
  return row === undefined || (row.expiresAt ?? Infinity) <= now ? undefined : row;
}

function toRow(row: SqlRow): RecordRow {
  return {
    key: String(row["key"]),
    value: row["value"] as string | null,
    sum: row["sum"] as number | null,
    version: String(row["version"]),
    checksum: row["checksum"] as string | null,
    expiresAt: expiryOf(row),
  };
}

function expiryOf(row: SqlRow): number | undefined {
  return (row["expires_at"] as number | null) ?? undefined;
}
