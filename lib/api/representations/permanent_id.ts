import { sha256 } from "../../access/mod.ts";

const encoder = new TextEncoder();

/**
 * Returns an IRI that is always the same for the same parts. It is a name-based UUID of version 8 with SHA-256 (RFC 9562,
 * section 5.8 and appendix B.2). A page's URL is not a stable id, because it changes with the slug and the site.
 */
export function permanentId(...parts: (string | number)[]): string {
  const bytes = sha256(encoder.encode(JSON.stringify(parts))).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}`;
}
