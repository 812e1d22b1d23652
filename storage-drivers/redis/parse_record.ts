import type { JsonObject } from "../../lib/store/mod.ts";
import { checksumOf, wrongChecksum } from "../records/checksum.ts";
import { parseJson } from "../records/parse_json.ts";

/** A record in the form that Redis stores. */
export interface RedisRecord {
  version: string;
  /** Expiry in milliseconds since the epoch. */
  expiresAt?: number;
  value: JsonObject;
}

const recordPattern = /^(\S+) (-|-?\d+(?:\.\d+)?) (\{.*\})(?: ([0-9a-f]{8}))?$/s;

/** Returns the end of a record's text: the JSON of its value, and the checksum of the whole text. */
export function formatValue(version: string, expiresAt: number | undefined, json: string): string {
  return `${json} ${checksumOf(`${version} ${expiresAt ?? "-"} ${json}`)}`;
}

/**
 * Parses `<version> <expiry or -> <JSON> <checksum>`. Counters have no checksum.
 *
 * @throws {TypeError} with the reason when the text is not a record, or its checksum is wrong
 */
export function parseRecord(text: string): RedisRecord {
  if (text === "") throw new TypeError("it is missing");
  const [, version, expiry, json, checksum] = recordPattern.exec(text) ?? [];
  if (version === undefined || expiry === undefined || json === undefined) {
    throw new TypeError("it is not a record of Postern");
  }
  if (checksum !== undefined && checksum !== checksumOf(text.slice(0, -checksum.length - 1))) {
    throw new TypeError(wrongChecksum);
  }
  const value = parseJson(json) as JsonObject;
  return expiry === "-" ? { version, value } : { version, value, expiresAt: Number(expiry) };
}
