import { isUtf8 } from "node:buffer";

/** Returns bytes as text, or as base64 if they are not UTF-8. */
export function textOfBytes(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? "utf8" : "base64");
}
