import { type Address, type AtomicOperations, DamagedRecordError, type Versioned } from "../../store/mod.ts";

/** The record at an address, its damage, or null if it does not exist. */
export type ReadRecord = Versioned | DamagedRecordError | null;

/** Reads records from one snapshot. If one of them is damaged, reads them one by one. */
export async function readEach(
  atomic: AtomicOperations,
  addresses: readonly Address[],
): Promise<ReadRecord[]> {
  try {
    return await atomic.getMany(addresses);
  } catch (error) {
    if (!(error instanceof DamagedRecordError)) throw error;
    if (addresses.length === 1) return [error];
    const records: ReadRecord[] = [];
    for (const address of addresses) records.push(...(await readEach(atomic, [address])));
    return records;
  }
}
