import { type Clock, systemClock } from "../clock.ts";
import { systemRandomBytes } from "../random.ts";
import {
  type AtomicDriver,
  type DamagedRecordError,
  openStore,
  type Storage,
  type Store,
} from "../store/mod.ts";
import { copyAndCompare, type CopyOptions, type Migration } from "./copy_and_compare.ts";
import { readRecords } from "./export_records.ts";
import { findMark, isEmpty, markTarget, type MigrationMark, removeMark } from "./migration_mark.ts";
import { MigrationRefusedError } from "./migration_refused_error.ts";

/** Options of {@link migrateStore}. */
export interface MigrateOptions extends CopyOptions {
  /** What the source is called, the same every time: by it a target knows that an interrupted migration is this one. */
  sourceName: string;
  /** Adds to what the target holds. A target that holds something is refused otherwise. Default: false. */
  merge?: boolean;
  /** Called once for each damaged record of the source, which is then left out. Default: the migration fails. */
  onDamaged?: (damage: DamagedRecordError) => void;
  /** Default: the system's clock. */
  clock?: Clock;
}

/**
 * Copies all of a store into another, with the hashes of keys and what was counted for them, and compares the two. Of a source that has
 * snapshots (LMDB), copy and comparison are of one moment. Sessions and sign-in links stay behind.
 *
 * The target is marked until both hold the same, so a migration that was stopped or killed goes on when it is called again.
 *
 * @throws {MigrationRefusedError} when the target is not empty, the source is empty, or they are one store
 * @throws {TransferError} when the target has something else in the place of a record
 * @throws {DamagedRecordError} when a record of the source cannot be read, unless `onDamaged` is given
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { migrateStore } from "postern/transfer";
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
      () => readRecords(store, { withHashes: true, now, isSnapshot: true }),
      to,
      { ...options, clock, isMerge: mark.isMerge },
    );
    // The target holds all that the source can give.
    if (migration.isFinished) await removeMark(to);
    return { ...migration, leftOut: leftOut.size, isComplete: migration.isFinished && leftOut.size === 0 };
  } finally {
    snapshot?.release();
  }
}

/** Source and comparison read the record: it is reported once. */
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
  throw new MigrationRefusedError("source and target are one store");
}
