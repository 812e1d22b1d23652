import type { Store } from "../store/mod.ts";
import { readRecords } from "./export_records.ts";
import type { TransferSummary } from "./import_records.ts";
import type { TransferItem } from "./transfer_record.ts";

const changing: ReadonlySet<TransferItem["type"]> = new Set(["usage", "missed-queries", "insight"]);

/** Describes the types of which the target has more records than the source. Ignores counts of uses, queries and requests, which change while the target is in use. */
export async function compareCounts(
  { types }: TransferSummary,
  target: Store,
  now: number,
): Promise<string[]> {
  const counts = new Map<TransferItem["type"], number>();
  for await (const { type } of readRecords(target, { withHashes: true, now, isSnapshot: false })) {
    if (type === "header" || type === "end" || changing.has(type)) continue;
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return Array.from(counts, ([type, count]) => {
    const { created = 0, updated = 0, unchanged = 0 } = types[type] ?? {};
    return { type, count, ofSource: created + updated + unchanged };
  })
    .filter(({ count, ofSource }) => count > ofSource)
    .map(
      ({ type, count, ofSource }) =>
        `the target has ${count} records of type "${type}", the source has ${ofSource}`,
    );
}
