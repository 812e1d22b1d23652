import type { JsonObject } from "../../lib/store/mod.ts";
import { checksumOfRecord, wrongChecksum } from "./checksum.ts";
import { parseJson } from "./parse_json.ts";

/** The columns of a record in a table. A counter has no `value`. */
export interface ValueRow {
  value: string | null;
  /** The sum of a counter. Some databases return it as text. */
  sum: number | string | null;
  version: string;
  /** Milliseconds since the epoch. */
  expiresAt: number | undefined;
  /** Null for a record that was edited by hand. */
  checksum: string | null;
}

/** @throws {TypeError} with the reason, if a row is not a record, or its checksum is wrong */
export function valueOfRow({ value, sum, version, expiresAt, checksum }: ValueRow): JsonObject {
  if (value === null) return { sum: counterOf(sum) };
  if (checksum !== null && checksum !== checksumOfRecord(version, expiresAt, value)) {
    throw new TypeError(wrongChecksum);
  }
  return parseJson(value) as JsonObject;
}

function counterOf(sum: number | string | null): number {
  const number = Number(sum ?? Number.NaN);
  if (!Number.isFinite(number)) throw new TypeError("it is not a counter");
  return number;
}
