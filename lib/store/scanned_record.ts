import type { Versioned } from "./atomic_driver.ts";
import type { DamagedRecordError } from "./damaged_record_error.ts";

/** A record as the engine holds it. It has either a `record` or a `damage`. */
export interface ScannedRecord {
  key: string;
  /** File or key of the engine that holds the record, for people. */
  place: string;
  /** The record's bytes as text, in base64 where they are not UTF-8. Empty when the record is missing. */
  raw: string;
  record?: Versioned & { expiresAt?: number };
  damage?: DamagedRecordError;
}
