import { crc32 } from "node:zlib";

/** Returns the CRC-32 of a text's UTF-8 bytes, in hex. */
export function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

/** Reason of the error for a record with a wrong checksum. */
export const wrongChecksum = "its checksum is wrong";

/** Returns the checksum of a record in a row of a table. Counters have none. */
export function checksumOfRecord(version: string, expiresAt: number | undefined, json: string): string {
  return checksumOf(`${version} ${expiresAt ?? "-"} ${json}`);
}
