/**
 * The storage contract: records, their addresses, and the operations of a driver.
 *
 * @module
 */
export { assertFits } from "../assert_fits.ts";
export { encodeKey, type KeyPart } from "../encode_key.ts";
export { judgeChanges, type JudgedChanges, type KnownRecord } from "../judge_changes.ts";
export type {
  Address,
  AddToSum,
  AtomicOperations,
  AtomicScope,
  Changes,
  Check,
  Committed,
  Conflict,
  Durability,
  JsonObject,
  JsonValue,
  Range,
  ScannedRecord,
  SetRecord,
  Snapshot,
  Versioned,
} from "./atomic_driver.ts";
export {
  type Batch,
  type BatchResult,
  type Count,
  Failure,
  type FoundRecord,
  type KnownVersion,
  type Outcome,
  type QueryBatch,
  type RecordRead,
} from "./batch.ts";
export { DamagedRecordError, type RecordDamage } from "./damaged_record_error.ts";
export type { AtomicDriver, Driver, Storage } from "./driver.ts";
export type {
  CandidateResult,
  FindQuery,
  FinishedIndex,
  FoundWord,
  IndexChange,
  IndexName,
  IndexState,
  MisspelledWord,
  Probe,
  ReadResult,
  SearchTables,
  SimilarWord,
  TableDocument,
  TableFilter,
  TablePosting,
  TableResult,
  TableWord,
  WordEntry,
  WordsQuery,
} from "./search_tables.ts";
export type { SignalListener, Signals } from "./signals.ts";
export type { StoreLimits } from "./store_limits.ts";
