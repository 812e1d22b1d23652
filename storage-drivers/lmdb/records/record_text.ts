import { checksumOf, wrongChecksum } from "../../records/checksum.ts";
import { parseEnvelope, type RecordEnvelope } from "../../records/record_envelope.ts";

/** A record as stored in LMDB. The version comes first: see `RecordStore.hasVersion`. */
export type LmdbRecord = RecordEnvelope;

/** Creates a record. Without `expiresAt`, it never expires. */
export function recordOf(
  version: string,
  value: LmdbRecord["value"],
  expiresAt: number | undefined,
): LmdbRecord {
  return expiresAt === undefined ? { version, value } : { version, expiresAt, value };
}

/** Creates the record that marks a deletion: it has expired and is empty. It hides a counter until the sweep removes both. */
export function deletionOf(version: string): LmdbRecord {
  return recordOf(version, {}, 0);
}

/** Returns true for a record of {@link deletionOf}. */
export function isDeletion({ expiresAt, value }: LmdbRecord): boolean {
  return expiresAt === 0 && Object.keys(value).length === 0;
}

const beginning = ',"checksum":"';
const ending = '"}';
const length = beginning.length + 8 + ending.length;

/** Returns the JSON text of a record. Its last field is the checksum of the text without that field. */
export function formatRecord(record: LmdbRecord): string {
  const text = JSON.stringify(record);
  return text.slice(0, -1) + beginning + checksumOf(text) + ending;
}

/**
 * Parses the text of a record. Counters have no checksum.
 *
 * @throws {TypeError} with the reason, if the text is not a record or its checksum is wrong
 */
export function parseRecord(text: string): LmdbRecord {
  const end = text.length - length;
  const hasChecksum = text.startsWith(beginning, end);
  const json = hasChecksum ? `${text.slice(0, end)}}` : text;
  const isDamaged = hasChecksum && text !== json.slice(0, -1) + beginning + checksumOf(json) + ending;
  if (isDamaged) throw new TypeError(wrongChecksum);
  const record = parseEnvelope(json);
  if (record.checksum !== undefined) throw new TypeError(wrongChecksum);
  return record;
}
