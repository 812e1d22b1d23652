import type { JsonObject } from "../../lib/store/mod.ts";

/** What Redis keeps of a record. */
export interface RedisRecord {
  version: string;
  /** Milliseconds since the epoch from which on the record is absent. */
  expiresAt?: number;
  value: JsonObject;
}

/**
 * Reads `<version> <expiry or -> <JSON>`.
 *
 * @throws {TypeError} when the bytes are nothing that Postern wrote
 */
export function parseRecord(bytes: Buffer): RedisRecord {
  const text = bytes.toString();
  const afterVersion = text.indexOf(" ");
  const afterExpiry = text.indexOf(" ", afterVersion + 1);
  if (afterVersion < 1 || afterExpiry < 0) {
    throw new TypeError("Cannot read a record of Redis: it is not a record of Postern");
  }
  const version = text.slice(0, afterVersion);
  const expiry = text.slice(afterVersion + 1, afterExpiry);
  const value = JSON.parse(text.slice(afterExpiry + 1)) as JsonObject;
  return expiry === "-" ? { version, value } : { version, value, expiresAt: Number(expiry) };
}
