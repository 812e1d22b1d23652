import { Failure, type FoundRecord, type Outcome, type RecordRead } from "../../../lib/store/mod.ts";
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

/** Reads the records of a batch. Checks the file's path if a record is missing, because LMDB still reads a moved or deleted file. */
export function readBatch(
  reads: readonly RecordRead[],
  { main, now, asOf, assertInPlace }: BatchSources,
): Outcome<FoundRecord>[] {
  const found: Outcome<FoundRecord>[] = [];
  for (const { partition, key, known } of reads) {
    try {
      const isUnchanged =
        known !== undefined &&
        (known.asOf === asOf || main.hasVersion(addressOf(partition, key), known.version));
      found.push(isUnchanged ? "unchanged" : now.read({ partition, key }));
    } catch (error) {
      found.push(new Failure(error));
    }
  }
  if (!found.includes(null)) return found;
  try {
    assertInPlace();
    return found;
  } catch (error) {
    return found.map(() => new Failure(error));
  }
}
