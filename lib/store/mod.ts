/**
 * The storage contract: records, their addresses, and the operations of a driver.
 *
 * @module
 */
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
  SetRecord,
  Snapshot,
  Versioned,
} from "./atomic_driver.ts";
export { assertFits, measureCommit } from "./assert_fits.ts";
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
export { type Answers, runQuestion, runQuestions } from "./run_questions.ts";
export { CachedRecord } from "./cached_record.ts";
export { checkOf } from "./check_of.ts";
export { collectRecords } from "./collect_records.ts";
export { commitCounted, type LimitedKind, findMiscount, recount } from "./counted_records.ts";
export { DamagedRecordError, type RecordDamage } from "./damaged_record_error.ts";
export type { AtomicDriver, Driver, Storage } from "./driver.ts";
export { eachPage } from "./each_page.ts";
export { emulateAtomic, type EmulationOptions } from "./emulated.ts";
export { encodeKey, type KeyPart, lastNumberOf, lastTextOf, rangeOf } from "./encode_key.ts";
export { ExpiringRecords, type ExpiringRange } from "./expiring_records.ts";
export { fewerAtOnce } from "./fewer_at_once.ts";
export { judgeChanges, type JudgedChanges, type KnownRecord } from "./judge_changes.ts";
export { keysBeside } from "./keys_beside.ts";
export { listNames } from "./list_names.ts";
export { readPage, type EntryRange } from "./read_page.ts";
export { openStore, type OpenStoreOptions } from "./open_store.ts";
export {
  restoreCounter,
  type RestoreOptions,
  type RestoreOutcome,
  type RestorePlan,
  restoreRecords,
} from "./restore_records.ts";
export {
  addressAt,
  type DerivedRecord,
  type LinkRule,
  type OpenedRecord,
  type RecordLinks,
} from "./record_links.ts";
export type {
  FinishedIndex,
  FoundWord,
  IndexChange,
  IndexName,
  IndexState,
  RankClause,
  RankedResult,
  RankQuery,
  SearchTables,
  SimilarQuery,
  TableDocument,
  TableFilter,
  TablePosting,
  TableResult,
  TableWord,
  WordEntry,
  WordGroup,
  WordPlaces,
  WordsQuery,
} from "./search_tables.ts";
export type { SignalListener, Signals } from "./signals.ts";
export { identityAddress, newIdentity } from "./store_identity.ts";
export type { CommitSizes, LimitName, StoreLimits } from "./store_limits.ts";
export { StoreReplacedError } from "./store_replaced_error.ts";
export type { ScannedRecord } from "./scanned_record.ts";
export { type CountedUse, type StoreBatch, type StoreResult, UseCounter } from "./gather.ts";
export {
  knownAnswer,
  callQuestion,
  type CallQuestion,
  type FoundRecords,
  type Question,
  type RecordQuestion,
} from "./question.ts";
export { schemaVersion } from "./record_opener.ts";
export { type ListOptions, type OnDamaged, Store, type StoreChanges } from "./store.ts";
export { dataOf, type Location, type Stored } from "./stored.ts";
export { isRefusal } from "./to_store_error.ts";
export { writeInParts } from "./write_in_parts.ts";
