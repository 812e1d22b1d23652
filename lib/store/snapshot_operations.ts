import type { AtomicOperations, Snapshot } from "./contract/atomic_driver.ts";
import type { RecordOpener } from "./record_opener.ts";

/** Returns the operations of an engine on a snapshot, which refuses writes. */
export function snapshotOperations(
  snapshot: Snapshot,
  engine: AtomicOperations,
  opener: RecordOpener,
): AtomicOperations {
  const partitions = engine.partitions?.bind(engine);
  return {
    scope: engine.scope,
    durability: engine.durability,
    ...(partitions && { partitions }),
    getMany: (addresses) => snapshot.getMany(addresses),
    list: (partition, range) => snapshot.list(partition, range),
    placeOf: (address) => opener.placeOf(address),
    commit: () => {
      throw new TypeError("Cannot write to a snapshot");
    },
  };
}
