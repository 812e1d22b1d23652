/**
 * Export, import, backup and migration of a store's records.
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
export type { CopyOptions, Migration, MigrationProgress } from "./copy_and_compare.ts";
export { type ExportLine, exportLines } from "./export_lines.ts";
export { migrateStore, type MigrateOptions } from "./migrate_store.ts";
export { MigrationRefusedError, RestoreRefusedError, TransferError } from "./transfer_error.ts";
export { estimateRecords } from "./estimate_records.ts";
export { parseRecords } from "./parse_records.ts";
export { checkRecords } from "./record_order.ts";
export {
  restoreOnePost,
  type RestoredPost,
  type RestoreOnePostOptions,
  type StoreInUse,
} from "./restore_one_post.ts";
export { requireRestorable, restoreStore, type RestoreStoreOptions } from "./restore_store.ts";
export { type VerifiedBackup, verifyBackup } from "./verify_backup.ts";
export type { TransferEnd, TransferHeader, TransferItem, TransferRecord } from "./transfer_record.ts";
