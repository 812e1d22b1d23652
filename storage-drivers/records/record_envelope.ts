import type { JsonObject } from "../../lib/store/mod.ts";
import { parseJson } from "./parse_json.ts";

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
  if (text === "") throw new TypeError("it is empty");
  const record = parseJson(text);
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
