import type { Address, Versioned } from "../../../lib/store/mod.ts";
import { damageOf } from "../../records/damage_of.ts";
import type { Row } from "../connection/connection.ts";
import { valueOfRow } from "../../records/row_value.ts";

export interface RecordRow {
  value: string | null;
  /** The sum of a counter. */
  sum: string | null;
  version: string;
  /** Milliseconds since the epoch. */
  expiresAt: string | null;
  checksum: string | null;
}

/** Reads the columns value, sum, version, expires_at and checksum, after the first column. */
export function toRecordRow([
  ,
  value = null,
  sum = null,
  version,
  expiresAt = null,
  checksum = null,
]: Row): RecordRow {
  return { value, sum, version: version ?? "", expiresAt, checksum };
}

/** Returns a description of a record's place for people. */
export function placeOf({ partition, key }: Address, schema: string): string {
  return `partition "${partition}", key "${key}" of the table ${schema}.record`;
}

/** @throws {DamagedRecordError} when a row is not a record, or its checksum is wrong */
export function parseRow(address: Address, row: RecordRow, schema: string): Versioned {
  const { key } = address;
  const { version } = row;
  try {
    const expiresAt = row.expiresAt === null ? undefined : Number(row.expiresAt);
    return { key, value: valueOfRow({ ...row, expiresAt }), version };
  } catch (error) {
    throw damageOf(address, placeOf(address, schema), error);
  }
}
