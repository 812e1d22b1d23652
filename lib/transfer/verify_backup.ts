import { RecordOrder } from "./record_order.ts";
import type { TransferRecord } from "./transfer_record.ts";

/** What a backup holds. */
export interface VerifiedBackup {
  /** Number of records between the first and the last line. */
  records: number;
  /** RFC 3339. */
  exportedAt: string;
  /** Whether all records are of one moment. */
  isSnapshot: boolean;
  /** Whether keys have their hashes, so that they work where the backup is restored. */
  hasHashes: boolean;
  /** Whether a checksum protects the records. It was compared. */
  hasChecksum: boolean;
}

/**
 * Reads a backup to its end, without writing anything.
 *
 * @throws {TransferError} when it is not whole, or was changed; it names the line
 *
 * @example
 * ```ts
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { exportRecords, verifyBackup } from "postern/transfer";
 *
 * const { records } = await verifyBackup(exportRecords(memoryDriver()));
 * records; // 0
 * ```
 */
export async function verifyBackup(
  records: AsyncIterable<TransferRecord>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<VerifiedBackup> {
  const order = new RecordOrder();
  const found: VerifiedBackup = {
    records: 0,
    exportedAt: "",
    isSnapshot: false,
    hasHashes: false,
    hasChecksum: false,
  };
  for await (const record of records) {
    signal?.throwIfAborted();
    order.check(record);
    if (record.type === "header") {
      const { exportedAt, isSnapshot, hasHashes } = record;
      Object.assign(found, { exportedAt, isSnapshot, hasHashes });
    } else if (record.type === "end") found.hasChecksum = record.sha256 !== undefined;
  }
  order.checkEnd();
  return { ...found, records: order.records };
}
