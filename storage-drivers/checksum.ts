import { crc32 } from "node:zlib";

/** The CRC-32 of a text's UTF-8 form, in hex. */
export function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

/** The reason of a record whose checksum differs. */
export const wrongChecksum = "its checksum is wrong";
