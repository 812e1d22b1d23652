import { encodeKey, type KeyPart } from "../encode_key.ts";

/** Returns the keys without a written record, such as those that a commit must delete. */
export function keysBeside(
  keys: readonly (readonly KeyPart[])[],
  written: readonly { key: readonly KeyPart[] }[],
): (readonly KeyPart[])[] {
  const names = new Set(written.map(({ key }) => encodeKey(key)));
  return keys.filter((key) => !names.has(encodeKey(key)));
}
