/** Source of randomness: a function that returns `length` bytes of a CSPRNG. */
export type RandomBytes = (length: number) => Uint8Array;

/** Length of an id in bytes. Secrets are longer, and are never drawn ahead. */
const longestDrawnAhead = 16;

/** Random bytes for 256 ids, because a call of `getRandomValues` for each id is slow on Node. */
const drawn = new Uint8Array(256 * longestDrawnAhead);
let used = drawn.length;

/** The runtime's CSPRNG (Web Crypto `getRandomValues`). Requests for up to 16 bytes share one larger draw. */
export const systemRandomBytes: RandomBytes = (length) => {
  if (length > longestDrawnAhead) return crypto.getRandomValues(new Uint8Array(length));
  if (used + length > drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  const from = used;
  used += length;
  return drawn.slice(from, used);
};

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** Returns an identifier of lowercase base32 characters (RFC 4648 without padding), 5 random bits each. */
export function randomId(randomBytes: RandomBytes, length = 16): string {
  let id = "";
  for (const byte of randomBytes(length)) id += alphabet.charAt(byte & 31);
  return id;
}
