import { bytesToHex } from "@noble/hashes/utils.js";
import { sha256 } from "./sha256.ts";

/** The SHA-256 of a secret in hexadecimal: all that is ever kept of it. */
export function hashSecret(secret: string): string {
  const digest = sha256(new TextEncoder().encode(secret));
  return bytesToHex(digest);
}

/** Compares two texts of equal length in a time that does not depend on where they differ. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}
