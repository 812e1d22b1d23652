/**
 * Records, batches, counts by day. The storage contract: records, their addresses, and the operations of a driver.
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
} from "./contract/atomic_driver.ts";
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
} from "./contract/batch.ts";
export { type Answers, type CountedUse, runQuestion, runQuestions, UseCounter } from "./ask.ts";
export { checkOf } from "./records/counted_records.ts";
export { collectRecords } from "./records/collect_records.ts";
export { commitCounted, type LimitedKind, findMiscount, recount } from "./records/counted_records.ts";
export { DamagedRecordError, type RecordDamage } from "./contract/damaged_record_error.ts";
export type { AtomicDriver, Driver, Storage } from "./contract/driver.ts";
export { eachPage } from "./records/each_page.ts";
export { emulateAtomic, type EmulationOptions } from "./emulated.ts";
export { encodeKey, type KeyPart, lastNumberOf, lastTextOf, rangeOf } from "./encode_key.ts";
export { ExpiringRecords, type ExpiringRange } from "./records/expiring_records.ts";
export { fewerAtOnce } from "./records/fewer_at_once.ts";
export { judgeChanges, type JudgedChanges, type KnownRecord } from "./judge_changes.ts";
export { keysBeside } from "./records/read_page.ts";
export { listNames } from "./records/list_names.ts";
export { readPage, type EntryRange } from "./records/read_page.ts";
export { openStore, type OpenStoreOptions } from "./open_store.ts";
export {
  restoreCounter,
  type RestoreOptions,
  type RestoreOutcome,
  type RestorePlan,
  restoreRecords,
} from "./records/restore_records.ts";
export {
  addressAt,
  type DerivedRecord,
  type LinkRule,
  type OpenedRecord,
  type RecordLinks,
} from "./records/record_links.ts";
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
} from "./contract/search_tables.ts";
export type { SignalListener, Signals } from "./contract/signals.ts";
export { identityAddress, newIdentity } from "./contract/store_identity.ts";
export type { CommitSizes, LimitName, StoreLimits } from "./contract/store_limits.ts";
export { StoreReplacedError } from "./contract/store_replaced_error.ts";
export type { ScannedRecord } from "./contract/atomic_driver.ts";
export {
  CachedRecord,
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
export { writeInParts } from "./records/write_in_parts.ts";
export { BoundedCounts, highestCounts } from "./daily_counts/bounded_counts.ts";
export { countedDays, lastDates } from "./daily_counts/counted_day.ts";
export { DailyCounts, type CountedKind, type DailyCountsDeps } from "./daily_counts/daily_counts.ts";
export { Insight } from "./daily_counts/insight.ts";
export {
  isKeyId,
  noKey,
  statusClasses,
  type CountedRefusals,
  type CountedRequests,
  type CountedSlug,
  type InsightDay,
  type StatusClass,
  type StatusCounts,
} from "./daily_counts/insight_day.ts";
export { sumRefusals, sumRequests } from "./daily_counts/merge_day.ts";
export { readDays, restoreDay } from "./daily_counts/transfer_days.ts";
export { readInsight, restoreInsight } from "./daily_counts/transfer_insight.ts";
export { unseenCharacters } from "./daily_counts/bounded_counts.ts";
export { createDamageReport } from "./report_damage.ts";
export { storageCheck } from "./storage_check.ts";
export { expectEqual } from "./testing/expect_equal.ts";
export type { RecordDamagedEvent, StoreHooks } from "./report_damage.ts";
export { EventuallyConsistentStorageError, WeakStorageError } from "./contract/storage_errors.ts";
