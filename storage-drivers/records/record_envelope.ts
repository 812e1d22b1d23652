import type { JsonObject } from "../../lib/store/mod.ts";

/** A record in the form that the drivers for files and LMDB store. */
export interface RecordEnvelope {
  version: string;
  /** Expiry in milliseconds since the epoch. */
  expiresAt?: number;
  value: JsonObject;
  /** CRC-32 of the other fields' JSON. */
  checksum?: string;
  /** Set if a counter in LMDB may have moved to the main environment. */
  moved?: true;
}

const fieldNames: ReadonlySet<string> = new Set(["version", "expiresAt", "value", "checksum", "moved"]);

/**
 * Reads the JSON text of a record.
 *
 * @throws {TypeError} with the reason when the text is not a record
 */
export function parseEnvelope(text: string): RecordEnvelope {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    // The error of JSON.parse quotes the text, which does not belong in a log.
    throw new TypeError(text === "" ? "it is empty" : "it is not JSON");
  }
  if (!isObject(record)) throw new TypeError("it is not a record of Postern");
  for (const name in record) {
    if (!fieldNames.has(name))
      throw new TypeError(`it has the unknown field ${JSON.stringify(name.slice(0, 50))}`);
  }
  const { version, expiresAt, value } = record;
  const isTime = expiresAt === undefined || typeof expiresAt === "number";
  if (typeof version !== "string" || !isObject(value) || !isTime)
    throw new TypeError("it is not a record of Postern");
  return record as unknown as RecordEnvelope;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
