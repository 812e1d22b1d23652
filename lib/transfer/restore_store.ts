import { type Clock, systemClock } from "../clock.ts";
import { systemRandomBytes } from "../random.ts";
import { type AtomicDriver, openStore, type Storage } from "../store/mod.ts";
import { copyAndCompare, type CopyOptions, type Migration } from "./copy_and_compare.ts";
import { findMark, isEmpty, markTarget, removeMark } from "./migration_mark.ts";
import { RestoreRefusedError } from "./restore_refused_error.ts";
import type { TransferRecord } from "./transfer_record.ts";
import { verifyBackup } from "./verify_backup.ts";

/** Options of {@link restoreStore}. */
export interface RestoreStoreOptions extends CopyOptions {
  /** What the backup is called, the same every time: by it a store knows that an interrupted restore is this one. */
  sourceName: string;
  /** Default: the system's clock. */
  clock?: Clock;
}

/**
 * Puts a backup into an empty store, after all of it was read and verified, and compares every record afterwards.
 *
 * The store is marked until it holds the same, so a restore that was stopped or killed goes on when it is called again.
 *
 * @param read reads the backup from its beginning; it is called three times
 * @throws {RestoreRefusedError} when the store is not empty, or the backup lacks the hashes of keys
 * @throws {TransferError} when the backup is not whole, or was changed
 *
 * @example
 * ```ts
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { exportRecords, restoreStore } from "postern/transfer";
 *
 * const source = memoryDriver();
 * const read = () => exportRecords(source, { withHashes: true });
 * const { isComplete } = await restoreStore(memoryDriver(), read, { sourceName: "a backup" });
 * isComplete; // true
 * ```
 */
export async function restoreStore(
  storage: Storage | AtomicDriver,
  read: () => AsyncIterable<TransferRecord>,
  { sourceName, clock = systemClock, ...options }: RestoreStoreOptions,
): Promise<Migration> {
  const target = openStore(storage, { deployment: "process", clock, randomBytes: systemRandomBytes });
  const from = `backup:${sourceName}`;
  if ((await findMark(target)) === null && !(await isEmpty(target))) {
    throw new RestoreRefusedError(
      'the store is not empty: name an empty one, or add the records by "postern import"',
    );
  }
  const { signal } = options;
  const { hasHashes } = await verifyBackup(read(), signal === undefined ? {} : { signal });
  if (!hasHashes) {
    throw new RestoreRefusedError(
      'it lacks the hashes of keys, so no key would work: put it into the store by "postern import"',
    );
  }
  await markTarget(target, { from, begunAt: new Date(clock.now()).toISOString(), isMerge: false });
  const restored = await copyAndCompare(read, target, { ...options, clock, isMerge: false });
  if (restored.isComplete) await removeMark(target);
  return restored;
}
