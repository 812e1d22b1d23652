import type { Store } from "../../store/mod.ts";
import { countRecords } from "./count_records.ts";
import { readRecords } from "./export_records.ts";
import type { TransferSummary } from "./import_records.ts";
import type { TransferItem } from "./transfer_record.ts";

type Type = TransferItem["type"];

const changing: ReadonlySet<Type> = new Set(["usage", "missed-queries", "insight"]);

/**
 * Describes the types of which the target has more records than the source. It walks the target itself, so that it also counts records that no
 * export reads. Ignores counts of uses, queries and requests, which change while the target is in use.
 */
export async function compareCounts(
  { types }: TransferSummary,
  target: Store,
  now: number,
): Promise<string[]> {
  const counts = (await countRecords(target))?.items ?? (await countByReading(target, now));
  return Array.from(counts, ([type, count]) => {
    const { created = 0, updated = 0, unchanged = 0 } = types[type] ?? {};
    return { type, count, ofSource: created + updated + unchanged };
  })
    .filter(({ type, count, ofSource }) => !changing.has(type) && count > ofSource)
    .map(
      ({ type, count, ofSource }) =>
        `the target has ${count} records of type "${type}", the source has ${ofSource}`,
    );
}

/** Counts the records of a target whose engine cannot list its partitions. */
async function countByReading(target: Store, now: number): Promise<Map<Type, number>> {
  const counts = new Map<Type, number>();
  const options = { withHashes: true, withWebhooks: true, now, isSnapshot: false };
  for await (const { type } of readRecords(target, options)) {
    if (type !== "header" && type !== "end") counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}
