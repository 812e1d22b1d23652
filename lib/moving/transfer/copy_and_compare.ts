import type { Clock } from "../../base/time/clock.ts";
import type { Store } from "../../store/mod.ts";
import { compareCounts } from "./compare_counts.ts";
import { describeItem } from "./describe_item.ts";
import { restoreAll, type TransferSummary } from "./import_records.ts";
import type { TransferRecord } from "./transfer_record.ts";

/** Progress of a migration or a restore. */
export interface MigrationProgress {
  phase: "copying" | "comparing";
  records: number;
}

/** Result of a migration or a restore. */
export interface Migration {
  copied: TransferSummary;
  /** Number of records that are equal in both stores. */
  equal: number;
  /** Descriptions of the first differences after copying, at most 10. */
  differences: readonly string[];
  /** Numbers of records of the source that were not copied, by the name of their kind, such as `sessions`. */
  leftBehind: Readonly<Record<string, number>>;
  /** Number of damaged records of the source that were left out. */
  leftOut: number;
  /** True if all readable records were copied, and both stores are equal. After a merge, the target may have more records. */
  isFinished: boolean;
  /** True if it is finished, and no record was left out. */
  isComplete: boolean;
}

/** Options of copying and comparing. */
export interface CopyOptions {
  /** Maximum number of concurrent writes, 1 to 1000. Default: 64. */
  concurrency?: number;
  /** Stops the work. Pending writes are completed, and no new write is started. */
  signal?: AbortSignal;
  onProgress?: (progress: MigrationProgress) => void;
}

/** Maximum number of reported differences. */
const mostDifferences = 10;

/** Writes all records of a source into a store, then reads the source again and compares. */
export async function copyAndCompare(
  read: () => AsyncIterable<TransferRecord>,
  target: Store,
  { isMerge, onProgress, ...others }: CopyOptions & { isMerge: boolean; keepsChanges: boolean; clock: Clock },
): Promise<Migration> {
  const options = { ...others, withWebhooks: true };
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
  const { leftBehind } = copied;
  return { copied, equal, differences, leftBehind, leftOut: 0, isFinished, isComplete: isFinished };
}
