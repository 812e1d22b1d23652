import type { AtomicDriver, Storage } from "../../store/mod.ts";
import { toJson } from "../../base/text/well_formed.ts";
import { ExportDigest } from "./export_digest.ts";
import { type ExportOptions, exportRecords } from "./export_records.ts";
import type { TransferRecord } from "./transfer_record.ts";

/** A line of an export's file. */
export interface ExportLine {
  type: TransferRecord["type"];
  /** The record as JSON, with a line break. */
  text: string;
}

/**
 * Reads a store as the lines of an export file: the records of {@link exportRecords}, with a checksum in the last line. Equal content
 * gives equal lines, except for the time in the first line.
 *
 * @throws {NotFoundError} if the organization does not exist
 *
 * @example
 * ```ts
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { exportLines } from "postern/moving";
 *
 * let file = "";
 * for await (const { text } of exportLines(memoryDriver(), { withHashes: true })) file += text;
 * ```
 */
export async function* exportLines(
  storage: Storage | AtomicDriver,
  options: ExportOptions = {},
): AsyncGenerator<ExportLine> {
  yield* toLines(exportRecords(storage, options));
}

/** Writes records as the lines of an export file, with a checksum in the last line. */
export async function* toLines(records: AsyncIterable<TransferRecord>): AsyncGenerator<ExportLine> {
  const digest = new ExportDigest();
  for await (const record of records) {
    const { type } = record;
    const line = toJson(type === "end" ? { ...record, sha256: digest.end() } : record);
    if (type !== "end") digest.add(line);
    yield { type, text: `${line}\n` };
  }
}
