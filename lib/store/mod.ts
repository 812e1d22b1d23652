/**
 * Records, batches, counts by day. The storage contract: records, their addresses, and the operations of a driver.
 *
 * @module
 */
export * from "./contract/mod.ts";
export {
  CachedRecord,
  callQuestion,
  findOrDamage,
  type FoundOrDamage,
  type FoundRecords,
  knownAnswer,
  type Question,
  type RecordQuestion,
} from "./question.ts";
export { EventuallyConsistentStorageError, WeakStorageError } from "./contract/storage_errors.ts";
export { identityAddress, newIdentity } from "./contract/store_identity.ts";
export { StoreReplacedError } from "./contract/store_replaced_error.ts";
export { emulateAtomic } from "./emulated.ts";
export { lastNumberOf, lastTextOf, rangeOf } from "./encode_key.ts";
export { type Answers, type CountedUse, runQuestion, runQuestions, UseCounter } from "./ask.ts";
export { openStore } from "./open_store.ts";
export { schemaVersion } from "./record_opener.ts";
export { collectRecords } from "./records/collect_records.ts";
export {
  checkOf,
  commitCounted,
  findMiscount,
  type CountedKind,
  type LimitedKind,
  recount,
} from "./records/counted_records.ts";
export { eachPage } from "./records/each_page.ts";
export { type ExpiringRange, ExpiringRecords } from "./records/expiring_records.ts";
export { fewerAtOnce } from "./records/fewer_at_once.ts";
export { listNames } from "./records/list_names.ts";
export { type EntryRange, keysBeside, readPage } from "./records/read_page.ts";
export {
  addressAt,
  type DerivedRecord,
  type LinkRule,
  type OpenedRecord,
  type RecordLinks,
} from "./records/record_links.ts";
export {
  restoreCounter,
  type RestoreOptions,
  type RestoreOutcome,
  type RestorePlan,
  restoreRecords,
} from "./records/restore_records.ts";
export { isNewStore, storeVersion, versionAddress, writeStoreVersion } from "./records/store_version.ts";
export { writeInParts } from "./records/write_in_parts.ts";
export { createDamageReport, type RecordDamagedEvent, type StoreHooks } from "./report_damage.ts";
export { storageCheck } from "./storage_check.ts";
export { type ListOptions, type OnDamaged, Store, type StoreAndClock, type StoreChanges } from "./store.ts";
export { dataOf, type Location, type Stored } from "./stored.ts";
export { isRefusal } from "./to_store_error.ts";
export type { TraceCall } from "./traced_operations.ts";
