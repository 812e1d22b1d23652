import type { ScannedRecord } from "../../../lib/store/mod.ts";
import { damageOf } from "../../records/damage_of.ts";
import type { Row, Statement } from "../connection/connection.ts";
import { parseRow, placeOf, toRecordRow } from "./record_row.ts";
import { exactLimit } from "../connection/session_settings.ts";

const pageSize = 500;

/** Reads all records of the table, also damaged and expired records. */
export class RecordScan {
  readonly #send: (statement: Statement) => Promise<Row[]>;
  readonly #schema: string;

  constructor(send: (statement: Statement) => Promise<Row[]>, schema: string) {
    this.#send = send;
    this.#schema = schema;
  }

  /** Yields each partition once, in order. Finds the next one in the index, without a read of all records. */
  async *partitions(): AsyncGenerator<string> {
    let last: string | null = null;
    for (;;) {
      const rows: Row[] = await this.#send({ text: partitionsSql(this.#schema), values: [last, pageSize] });
      for (const [partition] of rows) yield partition ?? "";
      last = rows.at(-1)?.[0] ?? null;
      if (rows.length < pageSize) return;
    }
  }

  async read(partition: string, after: string | undefined, limit: number): Promise<ScannedRecord[]> {
    const rows = await this.#send({
      text: `select key, value, sum, version, expires_at, checksum from "${this.#schema}".record
        where partition = $1 and ($2::text is null or key > $2) order by key ${exactLimit("$3")}`,
      values: [partition, after ?? null, limit],
    });
    return rows.map((row) => this.#scan(partition, row));
  }

  #scan(partition: string, row: Row): ScannedRecord {
    const address = { partition, key: row[0] ?? "" };
    const { key } = address;
    const record = toRecordRow(row);
    const place = placeOf(address, this.#schema);
    const raw = record.value ?? JSON.stringify({ sum: Number(record.sum) });
    const expiry = record.expiresAt === null ? {} : { expiresAt: Number(record.expiresAt) };
    try {
      return { key, place, raw, record: { ...parseRow(address, record, this.#schema), ...expiry } };
    } catch (error) {
      return { key, place, raw, damage: damageOf(address, place, error) };
    }
  }
}

function partitionsSql(schema: string): string {
  return `with recursive found (partition) as (
    (
      select partition from "${schema}".record
      where $1::text is null or partition > $1
      order by partition limit 1
    )
    union all
    select (
      select record.partition from "${schema}".record
      where record.partition > found.partition
      order by record.partition limit 1
    )
    from found where found.partition is not null
  )
  select partition from found where partition is not null limit $2`;
}
