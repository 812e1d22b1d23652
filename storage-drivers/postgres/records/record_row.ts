import type { Address, JsonObject, Versioned } from "../../../lib/store/mod.ts";
import { checksumOf, wrongChecksum } from "../../records/checksum.ts";
import { damageOf } from "../../records/damage_of.ts";
import type { Row } from "../connection/connection.ts";
import { parseJson } from "../../records/parse_json.ts";

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

/** Returns the checksum of a record with a value. Counters have none. */
export function checksumOfRecord(version: string, expiresAt: number | undefined, json: string): string {
  return checksumOf(`${version} ${expiresAt ?? "-"} ${json}`);
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
    return { key, value: valueOf(row), version };
  } catch (error) {
    throw damageOf(address, placeOf(address, schema), error);
  }
}

function valueOf({ value, sum, version, expiresAt, checksum }: RecordRow): JsonObject {
  if (value === null) return { sum: counterOf(sum) };
  const expiry = expiresAt === null ? undefined : Number(expiresAt);
  // A record without a checksum was edited by hand.
  if (checksum !== null && checksum !== checksumOfRecord(version, expiry, value)) {
    throw new TypeError(wrongChecksum);
  }
  return parseJson(value) as JsonObject;
}

function counterOf(sum: string | null): number {
  const number = Number(sum ?? Number.NaN);
  if (!Number.isFinite(number)) throw new TypeError("it is not a counter");
  return number;
}
