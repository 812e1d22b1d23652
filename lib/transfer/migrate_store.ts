import { type Clock, systemClock } from "../clock.ts";
import { systemRandomBytes } from "../random.ts";
import {
  type AtomicDriver,
  type DamagedRecordError,
  openStore,
  type Storage,
  type Store,
} from "../store/mod.ts";
import { compareCounts } from "./compare_counts.ts";
import { describeItem } from "./describe_item.ts";
import { readRecords } from "./export_records.ts";
import { restoreAll, type TransferSummary } from "./import_records.ts";
import { findMark, isEmpty, markTarget, type MigrationMark, removeMark } from "./migration_mark.ts";
import { MigrationRefusedError } from "./migration_refused_error.ts";
import type { TransferRecord } from "./transfer_record.ts";

/** How far a migration is. */
export interface MigrationProgress {
  phase: "copying" | "comparing";
  records: number;
}

/** Options of {@link migrateStore}. */
export interface MigrateOptions {
  /** What the source is called, the same every time: by it a target knows that an interrupted migration is this one. */
  sourceName: string;
  /** Adds to what the target holds. A target that holds something is refused otherwise. Default: false. */
  merge?: boolean;
  /** How many records are written at the same time, 1 to 1000. Default: 64. */
  concurrency?: number;
  /** Stops the migration: nothing more is begun, and what was begun is finished. */
  signal?: AbortSignal;
  onProgress?: (progress: MigrationProgress) => void;
  /** Called once for each damaged record of the source, which is then left out. Default: the migration fails. */
  onDamaged?: (damage: DamagedRecordError) => void;
  /** Default: the system's clock. */
  clock?: Clock;
}

/** What came of a migration. */
export interface Migration {
  copied: TransferSummary;
  /** How many records the target was found to hold as the source does. */
  equal: number;
  /** The first differences that were found after copying, in words, at most 10. */
  differences: readonly string[];
  /** Number of damaged records of the source that were left out. */
  leftOut: number;
  /**
   * Whether all was copied but for the damaged records, and both stores hold the same; where it was merged, whether the target holds all
   * of the source.
   */
  isFinished: boolean;
  /** Whether it is finished, and no record was left out. */
  isComplete: boolean;
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
    const stores = { from: snapshot?.store ?? from, to };
    const migration = await copyAndCompare(stores, mark, { ...options, clock });
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

async function copyAndCompare(
  { from, to }: { from: Store; to: Store },
  { isMerge }: MigrationMark,
  { onProgress, ...options }: MigrateOptions & { clock: Clock },
): Promise<Omit<Migration, "leftOut" | "isComplete">> {
  const now = options.clock.now();
  const read = (): AsyncGenerator<TransferRecord> =>
    readRecords(from, { withHashes: true, now, isSnapshot: true });
  const copied = await restoreAll(to, read(), {
    ...options,
    onProgress: (records) => onProgress?.({ phase: "copying", records }),
  });
  const differences: string[] = [];
  const compared = copied.isComplete
    ? await restoreAll(to, read(), {
        ...options,
        dryRun: true,
        onProgress: (records) => onProgress?.({ phase: "comparing", records }),
        onOutcome: (item, outcome) => {
          if (outcome === "unchanged" || differences.length === mostDifferences) return;
          const verdict = outcome === "created" ? "is not in the target" : "differs in the target";
          differences.push(`${describeItem(item)} ${verdict}`);
        },
      })
    : undefined;
  if (compared?.isComplete && !isMerge) differences.push(...(await compareCounts(compared, to, now)));
  return {
    copied,
    equal: compared?.unchanged ?? 0,
    differences,
    isFinished: compared?.isComplete === true && differences.length === 0,
  };
}

/** How many differences are told: whoever looks for more exports both stores. */
const mostDifferences = 10;
