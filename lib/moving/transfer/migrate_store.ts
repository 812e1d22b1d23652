import { type Clock, systemClock } from "../../base/time/clock.ts";
import { systemRandomBytes } from "../../base/secrets/random.ts";
import {
  type AtomicDriver,
  type DamagedRecordError,
  openStore,
  type Storage,
  type Store,
} from "../../store/mod.ts";
import { copyAndCompare, type CopyOptions, type Migration } from "./copy_and_compare.ts";
import { readRecords } from "./export_records.ts";
import { findMark, isEmpty, markTarget, type MigrationMark, removeMark } from "./migration_mark.ts";
import { MigrationRefusedError } from "./transfer_error.ts";

/** Options of {@link migrateStore}. */
export interface MigrateOptions extends CopyOptions {
  /** Name of the source. Use the same name to continue an interrupted migration. */
  sourceName: string;
  /** Allows a target that is not empty, and adds to its records. Default: false. */
  merge?: boolean;
  /** Called once for each damaged record of the source, which is then skipped. Default: the migration fails. */
  onDamaged?: (damage: DamagedRecordError) => void;
  /** Default: the system's clock. */
  clock?: Clock;
}

/**
 * Copies a store into another one, with the hashes of keys, their usage counts and webhooks, then compares the two. If the source has snapshots
 * (LMDB, SQLite), copy and comparison use the same snapshot. `leftBehind` counts the records that are not copied, such as sessions.
 *
 * The target has a mark until both stores are equal. Call the function again to continue an interrupted migration.
 *
 * @throws {MigrationRefusedError} if the target is not empty, the source is empty, or both are the same store
 * @throws {TransferError} if a record conflicts with a record of the target
 * @throws {DamagedRecordError} if a record of the source cannot be read, unless `onDamaged` is given
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { migrateStore } from "postern/moving";
 *
 * const source = memoryDriver();
 * await createPublicApi({ storage: source }).users.create({ name: "Ada" });
 *
 * const { isComplete } = await migrateStore(source, memoryDriver(), { sourceName: "memory" });
 * isComplete; // true
 * ```
 */
export async function migrateStore(
  source: Storage | AtomicDriver,
  target: Storage | AtomicDriver,
  options: MigrateOptions,
): Promise<Migration> {
  const { clock = systemClock, merge = false, sourceName } = options;
  const opening = { deployment: "process", clock, randomBytes: systemRandomBytes } as const;
  const leftOut = new Set<string>();
  const from = openStore(source, { ...opening, onDamaged: (damage) => leaveOut(damage, leftOut, options) });
  const to = openStore(target, opening);
  if (await isEmpty(from)) throw new MigrationRefusedError("the source is empty");
  const begunAt = new Date(clock.now()).toISOString();
  const mark = await markTarget(to, { from: sourceName, begunAt, isMerge: merge });
  await refuseSame(from, to, mark);
  const snapshot = from.snapshot();
  try {
    const store = snapshot?.store ?? from;
    const now = clock.now();
    const migration = await copyAndCompare(
      () => readRecords(store, { withHashes: true, withWebhooks: true, now, isSnapshot: true }),
      to,
      { ...options, clock, keepsChanges: true, isMerge: mark.isMerge },
    );
    // The target has all readable records of the source.
    if (migration.isFinished) await removeMark(to);
    return { ...migration, leftOut: leftOut.size, isComplete: migration.isFinished && leftOut.size === 0 };
  } finally {
    snapshot?.release();
  }
}

/** Reports a damaged record once, although copy and comparison both read it. */
function leaveOut(
  damage: DamagedRecordError,
  leftOut: Set<string>,
  { onDamaged }: Pick<MigrateOptions, "onDamaged">,
): void {
  if (onDamaged === undefined) throw damage;
  if (leftOut.has(damage.place)) return;
  leftOut.add(damage.place);
  onDamaged(damage);
}

async function refuseSame(from: Store, to: Store, { id }: MigrationMark): Promise<void> {
  if ((await findMark(from))?.id !== id) return;
  await removeMark(to);
  throw new MigrationRefusedError("source and target are the same store");
}
