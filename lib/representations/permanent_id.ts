import { sha256 } from "../access/mod.ts";

const encoder = new TextEncoder();

/**
 * An IRI that is the same for the same parts: a name-based UUID of version 8, by SHA-256 (RFC 9562, section 5.8 and appendix B.2). A
 * page's address would not do as the id of what is on it: it changes with the slug and with the site.
 */
export function permanentId(...parts: (string | number)[]): string {
  const bytes = sha256(encoder.encode(JSON.stringify(parts))).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}`;
}
