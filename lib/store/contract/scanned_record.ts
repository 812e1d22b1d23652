import type { Versioned } from "./atomic_driver.ts";
import type { DamagedRecordError } from "./damaged_record_error.ts";

/** A record as the engine stores it. It has either a `record` or a `damage`. */
export interface ScannedRecord {
  key: string;
  /** The engine's file or key that holds the record, as text for people. */
  place: string;
  /** The record's bytes as text, or in base64 if they are not UTF-8. Empty if the record is missing. */
  raw: string;
  record?: Versioned & { expiresAt?: number };
  damage?: DamagedRecordError;
}
