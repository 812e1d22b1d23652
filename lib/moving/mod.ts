/**
 * Walks over a whole store: export, backup, migrate, doctor, repair.
 *
 * @module
 */
export { describeMediaFinding, type InspectedBytes, inspectMedia } from "./inspection/inspect_media.ts";
export { inspectStore } from "./inspection/inspect_store.ts";
export { NotInspectableError } from "./inspection/not_inspectable_error.ts";
export type { SetAsideRecord } from "./inspection/repair_finding.ts";
export { repairStore, type RepairSummary } from "./inspection/repair_store.ts";
export { describeFinding } from "./inspection/store_finding.ts";
export type { Migration } from "./transfer/copy_and_compare.ts";
export { nameOfType } from "./transfer/count_records.ts";
export { estimateRecords } from "./transfer/estimate_records.ts";
export { type ExportLine, exportLines, toLines } from "./transfer/export_lines.ts";
export { exportRecords, readRecords } from "./transfer/export_records.ts";
export { findUnfinishedMigration } from "./transfer/find_unfinished_migration.ts";
export { importRecords, type TransferSummary } from "./transfer/import_records.ts";
export { migrateStore } from "./transfer/migrate_store.ts";
export { MigrationRefusedError, RestoreRefusedError, TransferError } from "./transfer/transfer_error.ts";
export { parseRecords } from "./transfer/parse_records.ts";
export { checkRecords } from "./transfer/record_order.ts";
export { type RestoredPost, restoreOnePost } from "./transfer/restore_one_post.ts";
export { requireRestorable, restoreStore } from "./transfer/restore_store.ts";
export type { TransferEnd, TransferRecord } from "./transfer/transfer_record.ts";
export { type VerifiedBackup, verifyBackup } from "./transfer/verify_backup.ts";
export { upgradeStore } from "./upgrades/upgrade_store.ts";
