import { checksumOf, wrongChecksum } from "../checksum.ts";
import { parseEnvelope, type RecordEnvelope } from "../record_envelope.ts";

/** A record as LMDB keeps it. The version comes first: see `RecordStore.hasVersion`. */
export type LmdbRecord = RecordEnvelope;

const beginning = ',"checksum":"';
const ending = '"}';
const length = beginning.length + 8 + ending.length;

/** The JSON text of a record. Its last field is the checksum of the text without that field. */
export function formatRecord(record: LmdbRecord): string {
  const text = JSON.stringify(record);
  return text.slice(0, -1) + beginning + checksumOf(text) + ending;
}

/**
 * Reads the text of a record. Older versions of Postern wrote no checksum.
 *
 * @throws {TypeError} with the reason when the text is not a record, or not the one that was written
 */
export function parseRecord(text: string): LmdbRecord {
  const end = text.length - length;
  if (!text.startsWith(beginning, end)) return withoutChecksum(parseEnvelope(text));
  const json = `${text.slice(0, end)}}`;
  if (text !== json.slice(0, -1) + beginning + checksumOf(json) + ending) throw new TypeError(wrongChecksum);
  return withoutChecksum(parseEnvelope(json));
}

function withoutChecksum(record: LmdbRecord): LmdbRecord {
  if (record.checksum !== undefined) throw new TypeError(wrongChecksum);
  return record;
}
