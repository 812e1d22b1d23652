import { RecordOrder } from "./record_order.ts";
import type { TransferRecord } from "./transfer_record.ts";

/** Properties of a verified backup. */
export interface VerifiedBackup {
  /** Number of records between the first and the last line. */
  records: number;
  /** RFC 3339. */
  exportedAt: string;
  /** True if all records are from one snapshot. */
  isSnapshot: boolean;
  /** True if keys have their hashes, so they work after a restore. */
  hasHashes: boolean;
  /** True if the backup has a checksum. It was verified. */
  hasChecksum: boolean;
}

/**
 * Reads a backup to its end, without writing anything.
 *
 * @throws {TransferError} with the line, if the backup is incomplete or was changed
 *
 * @example
 * ```ts
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { exportRecords, verifyBackup } from "postern/moving";
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
