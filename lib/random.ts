/** Where randomness comes from: a function that returns `length` bytes of a CSPRNG. */
export type RandomBytes = (length: number) => Uint8Array;

/** The runtime's CSPRNG (Web Crypto `getRandomValues`). */
export const systemRandomBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));
