import type { RandomBytes } from "./random.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** An identifier of lowercase base32 characters (RFC 4648 without padding), 5 random bits each. */
export function randomId(randomBytes: RandomBytes, length = 16): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join("");
}
