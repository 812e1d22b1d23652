import { DamagedRecordError } from "./contract/damaged_record_error.ts";
import type { AtomicOperations, Committed, Conflict, Versioned } from "./contract/atomic_driver.ts";
import {
  type BatchResult,
  type Count,
  Failure,
  type Outcome,
  type QueryBatch,
  type RecordRead,
} from "./contract/batch.ts";

/** Returns a `query` for engines that do not implement it. It sends a `getMany` of all reads and a commit for each count concurrently. */
export function queryByParts(engine: Pick<AtomicOperations, "getMany" | "commit">): QueryBatch {
  return async ({ counts, reads }): Promise<BatchResult> => {
    const counting = counts.map(async (count) => commit(engine, count));
    return { reads: await readAll(engine, reads), counts: counting };
  };
}

async function commit(
  engine: Pick<AtomicOperations, "commit">,
  { partition, check, sums }: Count,
): Promise<Outcome<Committed | Conflict>> {
  try {
    return await engine.commit(partition, { checks: [check], sums });
  } catch (error) {
    return new Failure(error);
  }
}

type Reader = Pick<AtomicOperations, "getMany">;

async function readAll(engine: Reader, reads: readonly RecordRead[]): Promise<Outcome<Versioned | null>[]> {
  if (reads.length === 0) return [];
  try {
    return await engine.getMany(reads);
  } catch (error) {
    const isOther = reads.length === 1 || !(error instanceof DamagedRecordError);
    if (isOther) return reads.map(() => new Failure(error));
  }
  // One damaged record must not fail the other reads.
  return (await Promise.all(reads.map(async (read) => readAll(engine, [read])))).flat();
}
