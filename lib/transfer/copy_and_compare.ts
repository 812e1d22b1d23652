import type { Clock } from "../clock.ts";
import type { Store } from "../store/mod.ts";
import { compareCounts } from "./compare_counts.ts";
import { describeItem } from "./describe_item.ts";
import { restoreAll, type TransferSummary } from "./import_records.ts";
import type { TransferRecord } from "./transfer_record.ts";

/** How far a migration or a restore is. */
export interface MigrationProgress {
  phase: "copying" | "comparing";
  records: number;
}

/** What came of a migration or a restore. */
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

/** How records are copied and compared. */
export interface CopyOptions {
  /** How many records are written at the same time, 1 to 1000. Default: 64. */
  concurrency?: number;
  /** Stops the work: nothing more is begun, and what was begun is finished. */
  signal?: AbortSignal;
  onProgress?: (progress: MigrationProgress) => void;
}

/** How many differences are told: whoever looks for more exports both stores. */
const mostDifferences = 10;

/** Puts all records of a source into a store, reads the source again, and compares. */
export async function copyAndCompare(
  read: () => AsyncIterable<TransferRecord>,
  target: Store,
  { isMerge, onProgress, ...options }: CopyOptions & { isMerge: boolean; clock: Clock },
): Promise<Migration> {
  const copied = await restoreAll(target, read(), {
    ...options,
    onProgress: (records) => onProgress?.({ phase: "copying", records }),
  });
  const differences: string[] = [];
  const compared = copied.isComplete
    ? await restoreAll(target, read(), {
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
  if (compared?.isComplete && !isMerge) {
    differences.push(...(await compareCounts(compared, target, options.clock.now())));
  }
  const isFinished = compared?.isComplete === true && differences.length === 0;
  const equal = compared?.unchanged ?? 0;
  return { copied, equal, differences, leftOut: 0, isFinished, isComplete: isFinished };
}
