import type { RandomBytes } from "./random.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** Returns an identifier of lowercase base32 characters (RFC 4648 without padding), 5 random bits each. */
export function randomId(randomBytes: RandomBytes, length = 16): string {
  let id = "";
  for (const byte of randomBytes(length)) id += alphabet.charAt(byte & 31);
  return id;
}
