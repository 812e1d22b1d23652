import { type Clock, systemClock } from "../../base/time/clock.ts";
import { systemRandomBytes } from "../../base/secrets/random.ts";
import { type AtomicDriver, openStore, type Storage } from "../../store/mod.ts";
import { copyAndCompare, type CopyOptions, type Migration } from "./copy_and_compare.ts";
import { findMark, isEmpty, markTarget, removeMark } from "./migration_mark.ts";
import { RestoreRefusedError } from "./transfer_error.ts";
import type { TransferRecord } from "./transfer_record.ts";
import { verifyBackup } from "./verify_backup.ts";

/** Options of {@link restoreStore}. */
export interface RestoreStoreOptions extends CopyOptions {
  /** Name of the backup. Use the same name to continue an interrupted restore. */
  sourceName: string;
  /** Pauses the enabled webhooks, so that the restored store sends no events to them. Default: false. */
  pauseWebhooks?: boolean;
  /** Default: the system's clock. */
  clock?: Clock;
}

/**
 * Restores a backup into an empty store. Verifies the whole backup first, and compares every record afterwards.
 *
 * The store has a mark until it equals the backup. Call the function again to continue an interrupted restore.
 *
 * @param read reads the backup from its beginning; called three times
 * @throws {RestoreRefusedError} if the store is not empty, or the backup lacks the hashes of keys
 * @throws {TransferError} if the backup is incomplete or was changed
 *
 * @example
 * ```ts
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { exportRecords, restoreStore } from "postern/moving";
 *
 * const source = memoryDriver();
 * const read = () => exportRecords(source, { withHashes: true, withWebhooks: true });
 * const { isComplete } = await restoreStore(memoryDriver(), read, { sourceName: "a backup" });
 * isComplete; // true
 * ```
 */
export async function restoreStore(
  storage: Storage | AtomicDriver,
  read: () => AsyncIterable<TransferRecord>,
  { sourceName, pauseWebhooks = false, clock = systemClock, ...options }: RestoreStoreOptions,
): Promise<Migration> {
  const target = openStore(storage, { deployment: "process", clock, randomBytes: systemRandomBytes });
  const from = `backup:${sourceName}`;
  if ((await findMark(target)) === null && !(await isEmpty(target))) {
    throw new RestoreRefusedError(
      'the store is not empty: choose an empty store, or add the records with "postern import"',
    );
  }
  await requireRestorable(read(), options);
  await markTarget(target, { from, begunAt: new Date(clock.now()).toISOString(), isMerge: false });
  const restored = await copyAndCompare(pauseWebhooks ? () => withPausedWebhooks(read()) : read, target, {
    ...options,
    clock,
    isMerge: false,
    keepsChanges: false,
  });
  if (restored.isComplete) await removeMark(target);
  return restored;
}

/**
 * Verifies a backup that is about to be restored.
 *
 * @throws {RestoreRefusedError} if the backup lacks the hashes of keys
 * @throws {TransferError} if the backup is incomplete or was changed
 */
export async function requireRestorable(
  records: AsyncIterable<TransferRecord>,
  { signal }: Pick<CopyOptions, "signal"> = {},
): Promise<void> {
  const { hasHashes } = await verifyBackup(records, signal === undefined ? {} : { signal });
  if (hasHashes) return;
  throw new RestoreRefusedError(
    'the backup lacks the hashes of keys, so no key would work: add its records with "postern import"',
  );
}

async function* withPausedWebhooks(records: AsyncIterable<TransferRecord>): AsyncGenerator<TransferRecord> {
  for await (const record of records) {
    const isEnabled = record.type === "webhook" && record.webhook.status === "enabled";
    yield isEnabled ? { ...record, webhook: { ...record.webhook, status: "paused" } } : record;
  }
}
