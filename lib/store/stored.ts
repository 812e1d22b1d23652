import { DamagedRecordError } from "./contract/damaged_record_error.ts";
import type { KeyPart } from "./encode_key.ts";

/** The parts of a record's partition and key. */
export interface Location {
  partition: readonly KeyPart[];
  key: readonly KeyPart[];
}

/** A record's data and its version. */
export interface Stored<Data> {
  /** The encoded key, by which the partition is ordered. */
  key: string;
  data: Data;
  version: string;
}

/** Returns the data of a record, or undefined if the record is missing or damaged. */
export function dataOf<Data>(found: Stored<Data> | DamagedRecordError | null | undefined): Data | undefined {
  return found instanceof DamagedRecordError ? undefined : found?.data;
}
