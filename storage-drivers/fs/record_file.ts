import { readFileSync } from "node:fs";
import type { JsonObject } from "../../lib/store/mod.ts";
import { freezeWhole } from "../frozen_copy.ts";
import { FileStoreError } from "./file_store_error.ts";

/** What a record's file holds. */
export interface FileRecord {
  version: string;
  /** Milliseconds since the epoch from which on the record is absent. */
  expiresAt?: number;
  value: JsonObject;
}

/** The text of a record's file: JSON that a person can read and a diff can show. */
export function formatRecord(record: FileRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** A record from the text of its file, frozen, or undefined when it is no record. */
export function parseRecord(text: string): FileRecord | undefined {
  try {
    const record = JSON.parse(text) as Partial<FileRecord> | null;
    return isRecord(record) ? freezeWhole(record) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a record's file.
 *
 * @throws {FileStoreError} that names the file when it is missing or does not hold a record
 */
export function readRecord(file: string): { record: FileRecord; size: number } {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new FileStoreError("Cannot read a record", file, error);
  }
  const record = parseRecord(text);
  if (record === undefined) {
    throw new FileStoreError("Cannot read a record", file, "the file does not hold a record of Postern");
  }
  return { record, size: text.length };
}

function isRecord(record: Partial<FileRecord> | null): record is FileRecord {
  return typeof record?.version === "string" && typeof record.value === "object" && record.value !== null;
}
