import type { Clock } from "../../../lib/base/time/clock.ts";
import {
  type Address,
  type DamagedRecordError,
  Failure,
  type FoundRecord,
  type Outcome,
  type Range,
  type RecordRead,
  type Versioned,
} from "../../../lib/store/mod.ts";
import type { Row, Statement } from "../connection/connection.ts";
import { parseRow, type RecordRow, toRecordRow } from "./record_row.ts";
import { exactLimit, markNullTexts, nullable } from "../connection/session_settings.ts";
import { storableText } from "./storable_text.ts";
import type { StoreIdentity } from "./store_identity.ts";
import { throwDamage } from "../../records/damage_of.ts";

/** Options of a {@link RecordReader}. */
export interface RecordReaderOptions {
  /** Sends a statement that only reads. */
  send: (statement: Statement) => Promise<Row[]>;
  schema: string;
  /** Milliseconds that the database waits for a lock, such as that of a migration. */
  lockTimeoutMs: number;
  identity: StoreIdentity;
  clock: Clock;
}

/** A call that waits for the end of the event loop tick. */
interface WaitingRead {
  reads: readonly RecordRead[];
  resolve: (rows: (RecordRow | undefined)[]) => void;
  reject: (error: unknown) => void;
}

/** Number of records from which on the calls of a tick are sent in several statements. */
const mostAtOnce = 1000;

/** Sorts after every key. */
const afterAllKeys = "\u{10FFFF}";

/** Reads live records with the functions of the database. Each response must have the store's identity. */
export class RecordReader {
  readonly #options: RecordReaderOptions;
  #waiting: WaitingRead[] = [];

  constructor(options: RecordReaderOptions) {
    this.#options = options;
  }

  /** @throws {DamagedRecordError} when a record is damaged */
  async getMany(addresses: readonly Address[]): Promise<(Versioned | null)[]> {
    if (addresses.length === 0) return [];
    const rows = await this.#readSoon(addresses.map((address) => ({ ...address, known: undefined })));
    return addresses.map((address, index) => {
      const row = rows[index];
      return row === undefined ? null : parseRow(address, row, this.#options.schema);
    });
  }

  /** Reads records, each with its own outcome. It never rejects. */
  async readEach(reads: readonly RecordRead[]): Promise<Outcome<FoundRecord>[]> {
    if (reads.length === 0) return [];
    try {
      const rows = await this.#read(reads);
      return reads.map((read, index) => this.#outcomeOf(read, rows[index]));
    } catch (error) {
      return reads.map(() => new Failure(error));
    }
  }

  /** Reads nothing but the identity. */
  async assertInPlace(): Promise<void> {
    await this.#read([]);
  }

  /** Lists records. Damaged records do not count toward the limit, so several calls may be necessary. */
  async list(partition: string, range: Range): Promise<Versioned[]> {
    const { limit, reverse = false, onDamaged = throwDamage } = range;
    let start = storableText(range.start ?? "");
    let end = storableText(range.end ?? afterAllKeys);
    const found: Versioned[] = [];
    while (found.length < limit) {
      const wanted = limit - found.length;
      const rows = await this.#list(partition, [start, end, reverse, wanted]);
      for (const row of rows) {
        const address = { partition, key: row[0] ?? "" };
        try {
          found.push(parseRow(address, toRecordRow(row), this.#options.schema));
        } catch (error) {
          onDamaged(error as DamagedRecordError);
        }
      }
      const last = rows.at(-1)?.[0];
      if (rows.length < wanted || typeof last !== "string") break;
      if (reverse) end = last;
      else start = `${last}\u0001`;
    }
    return found;
  }

  async #list(partition: string, range: readonly [string, string, boolean, number]): Promise<Row[]> {
    const { send, schema, lockTimeoutMs, identity, clock } = this.#options;
    const [first, ...rows] = await send({
      text: `select * from "${schema}".list_records($1, $2, $3, $4, $5, $6, $7) ${exactLimit()}`,
      values: [lockTimeoutMs, clock.now(), storableText(partition), ...range],
    });
    const hasIdentity = first !== undefined && first[0] === null;
    identity.assertSame(hasIdentity ? first[1] : null);
    return rows;
  }

  /** Reads records in one statement with those of the other calls of this event loop tick. */
  #readSoon(reads: readonly RecordRead[]): Promise<(RecordRow | undefined)[]> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#sendWaiting());
      this.#waiting.push({ reads, resolve, reject });
    });
  }

  #sendWaiting(): void {
    let calls: WaitingRead[] = [];
    let size = 0;
    for (const call of this.#waiting.splice(0)) {
      calls.push(call);
      size += call.reads.length;
      if (size < mostAtOnce) continue;
      void this.#readTogether(calls);
      [calls, size] = [[], 0];
    }
    if (calls.length > 0) void this.#readTogether(calls);
  }

  async #readTogether(calls: readonly WaitingRead[]): Promise<void> {
    try {
      const rows = await this.#read(calls.flatMap(({ reads }) => reads));
      let at = 0;
      for (const { reads, resolve } of calls) {
        resolve(rows.slice(at, at + reads.length));
        at += reads.length;
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  /** Returns the rows of live records by the index of their addresses. */
  async #read(reads: readonly RecordRead[]): Promise<(RecordRow | undefined)[]> {
    const { send, schema, lockTimeoutMs, identity, clock } = this.#options;
    const rows = await send({
      text: `select * from "${schema}".read_records($1, $2, $3, $4, ${nullable("$5", "text")}) ${exactLimit()}`,
      values: [
        lockTimeoutMs,
        clock.now(),
        reads.map(({ partition }) => storableText(partition)),
        reads.map(({ key }) => storableText(key)),
        markNullTexts(reads.map(({ known }) => known?.version ?? null)),
      ],
    });
    const found: (RecordRow | undefined)[] = [];
    let present: string | null = null;
    for (const row of rows) {
      const number = Number(row[0]);
      if (number === 0) present = row[1] ?? null;
      else found[number - 1] = toRecordRow(row);
    }
    identity.assertSame(present);
    return found;
  }

  #outcomeOf(read: RecordRead, row: RecordRow | undefined): Outcome<FoundRecord> {
    if (row === undefined) return null;
    if (row.version === read.known?.version) return "unchanged";
    try {
      return parseRow(read, row, this.#options.schema);
    } catch (error) {
      return new Failure(error);
    }
  }
}
