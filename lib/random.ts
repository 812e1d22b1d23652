/** Where randomness comes from: a function that returns `length` bytes of a CSPRNG. */
export type RandomBytes = (length: number) => Uint8Array;

/** The length of an id in bytes. A secret is longer, and never waits here to be used. */
const longestDrawnAhead = 16;

/** To draw the 16 bytes of an id alone costs Node a twelfth of the request that adds a text. */
const drawn = new Uint8Array(256 * longestDrawnAhead);
let used = drawn.length;

/** The runtime's CSPRNG (Web Crypto `getRandomValues`). Short runs of bytes are taken from many that are drawn at once. */
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
