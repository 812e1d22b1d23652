import { lastTextOf, rangeOf } from "../../store/mod.ts";

/** Returns the slug of the organization whose records a partition holds, if any. */
export function organizationOf(partition: string): string | undefined {
  return partition.startsWith(rangeOf(["org"]).start) ? lastTextOf(partition) : undefined;
}
