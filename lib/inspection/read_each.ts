import { type Address, type AtomicOperations, DamagedRecordError, type Versioned } from "../store/mod.ts";

/** The record at an address: null for none, or the damage that keeps it from being read. */
export type ReadRecord = Versioned | DamagedRecordError | null;

/** Reads records of one moment. If one of them is damaged, reads them one by one. */
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
