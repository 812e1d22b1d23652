/**
 * Export, import, backup, migration, upgrade, inspection and repair of all records of a store.
 *
 * @module
 */
export type { CopyOptions, Migration, MigrationProgress } from "./transfer/copy_and_compare.ts";
export { type ExportLine, exportLines } from "./transfer/export_lines.ts";
export { type ExportOptions, exportRecords, type ReadOptions } from "./transfer/export_records.ts";
export {
  importRecords,
  type ImportRecordsOptions,
  type OutcomeCounts,
  type TransferSummary,
} from "./transfer/import_records.ts";
export { migrateStore, type MigrateOptions } from "./transfer/migrate_store.ts";
export { MigrationRefusedError, RestoreRefusedError, TransferError } from "./transfer/transfer_error.ts";
export {
  restoreOnePost,
  type RestoredPost,
  type RestoreOnePostOptions,
  type StoreInUse,
} from "./transfer/restore_one_post.ts";
export { restoreStore, type RestoreStoreOptions } from "./transfer/restore_store.ts";
export { type VerifiedBackup, verifyBackup } from "./transfer/verify_backup.ts";
export type {
  TransferEnd,
  TransferHeader,
  TransferItem,
  TransferRecord,
} from "./transfer/transfer_record.ts";
export {
  describeMediaFinding,
  type InspectedBytes,
  inspectMedia,
  type InspectMediaOptions,
  type MediaFinding,
} from "./inspection/inspect_media.ts";
export { inspectStore, type InspectOptions } from "./inspection/inspect_store.ts";
export { NotInspectableError } from "./inspection/not_inspectable_error.ts";
export type { RepairOutcome, SetAsideRecord } from "./inspection/repair_finding.ts";
export { type RepairOptions, repairStore, type RepairSummary } from "./inspection/repair_store.ts";
export { describeFinding, type StoreFinding } from "./inspection/store_finding.ts";
export { type SchemaUpgrade, upgradeStore, type UpgradeStoreOptions } from "./upgrades/upgrade_store.ts";
