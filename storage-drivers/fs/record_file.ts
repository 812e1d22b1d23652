import { readFileSync } from "node:fs";
import type { Address, DamagedRecordError } from "../../lib/store/mod.ts";
import { checksumOf, wrongChecksum } from "../records/checksum.ts";
import { damageOf } from "../records/damage_of.ts";
import { freezeWhole } from "../memory/frozen_copy.ts";
import { parseEnvelope, type RecordEnvelope } from "../records/record_envelope.ts";
import { systemErrorCode, systemErrorText } from "../directory/system_error_text.ts";
import { FileStoreError } from "../directory/file_store_error.ts";

/** The content of a record's file. */
export type FileRecord = Pick<RecordEnvelope, "version" | "expiresAt" | "value">;

/** A record that a commit has read. If it is damaged, its version and value are empty. */
export type FoundRecord = FileRecord & { damage?: DamagedRecordError };

/** File system errors that concern one file: it is missing, is not a regular file, or is on a bad sector. */
const damageCodes: ReadonlySet<string | undefined> = new Set(["ENOENT", "EISDIR", "ENOTDIR", "EIO"]);

/** Returns the text of a record's file: formatted JSON for readers and diffs. Its last field is a checksum of the other fields. */
export function formatRecord(record: FileRecord): string {
  return `${JSON.stringify({ ...record, checksum: checksumOf(JSON.stringify(record)) }, null, 2)}\n`;
}

/**
 * Parses the text of a record's file. The record is frozen.
 *
 * @throws {TypeError} with the reason when the text is not a record, or its checksum is wrong
 */
export function parseRecord(text: string): FileRecord {
  const { checksum, ...record } = parseEnvelope(text);
  // The checksum ignores white space, because a program may have formatted the file.
  if (checksum !== undefined && checksum !== checksumOf(JSON.stringify(record))) {
    throw new TypeError(`${wrongChecksum}. If you changed the file by hand, remove its line "checksum"`);
  }
  return freezeWhole(record);
}

/** True if a text is the complete text of a record's file. */
export function isRecord(text: string): boolean {
  try {
    parseRecord(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads a record's file.
 *
 * @throws {DamagedRecordError} when the file is missing or does not contain a record
 * @throws {FileStoreError} when the system refuses to read it for another reason
 */
export function readRecord(file: string, address: Address): { record: FileRecord; size: number } {
  const text = readRecordFile(file, address).toString();
  try {
    return { record: parseRecord(text), size: text.length };
  } catch (error) {
    throw damageOf(address, file, error);
  }
}

/**
 * Reads the bytes of a record's file.
 *
 * @throws {DamagedRecordError} when the file is missing or is not a regular file
 * @throws {FileStoreError} when the system refuses to read it for another reason
 */
export function readRecordFile(file: string, address: Address): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const isDamage = damageCodes.has(systemErrorCode(error));
    if (!isDamage) throw new FileStoreError("Cannot read a record", file, error);
    throw damageOf(address, file, new Error(systemErrorText(error, ""), { cause: error }));
  }
}
