import { Failure, type FoundRecord, type Outcome, outcomeOf, type RecordRead } from "../../lib/store/mod.ts";
import { addressOf } from "./address.ts";
import type { RecordStore } from "./record_store.ts";
import type { RecordViews } from "./record_views.ts";

/** Parts of an engine that a batch reads from. */
export interface BatchSources {
  main: RecordStore;
  now: RecordViews;
  /** The number of the last change. */
  asOf: number;
  assertInPlace: () => void;
}

/** Reads the records of a batch. LMDB reads a file that was moved or deleted as before, so a missing record needs a look at its path. */
export function readBatch(reads: readonly RecordRead[], sources: BatchSources): Outcome<FoundRecord>[] {
  const found = reads.map((read) => outcomeOf(() => readIfChanged(read, sources)));
  if (!found.includes(null)) return found;
  const place = outcomeOf(sources.assertInPlace);
  return place instanceof Failure ? reads.map(() => place) : found;
}

function readIfChanged(
  { partition, key, known }: RecordRead,
  { main, now, asOf }: BatchSources,
): FoundRecord {
  const isUnchanged =
    known !== undefined && (known.asOf === asOf || main.hasVersion(addressOf(partition, key), known.version));
  return isUnchanged ? "unchanged" : now.read({ partition, key });
}
