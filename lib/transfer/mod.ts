/**
 * All that a store holds as records that can be kept in a file and put into another store.
 *
 * @module
 */
export { type ExportOptions, exportRecords, type ReadOptions } from "./export_records.ts";
export { findUnfinishedMigration } from "./find_unfinished_migration.ts";
export {
  importRecords,
  type ImportRecordsOptions,
  type OutcomeCounts,
  type TransferSummary,
} from "./import_records.ts";
export {
  type Migration,
  migrateStore,
  type MigrateOptions,
  type MigrationProgress,
} from "./migrate_store.ts";
export { MigrationRefusedError } from "./migration_refused_error.ts";
export { estimateRecords } from "./estimate_records.ts";
export { parseRecords } from "./parse_records.ts";
export { checkRecords } from "./record_order.ts";
export { TransferError } from "./transfer_error.ts";
export type { TransferEnd, TransferHeader, TransferItem, TransferRecord } from "./transfer_record.ts";
