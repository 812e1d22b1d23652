import { sha256Hex } from "./sha256.ts";

/** The SHA-256 of a secret in hexadecimal: all that is ever kept of it. */
export function hashSecret(secret: string): string {
  return sha256Hex(secret);
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
