import { formatApiKey, parseApiKey } from "../../lib/access/api_keys/api_key_text.ts";

const otherSecret = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg";
const otherId = "abcdefghijklmnop";

/** Returns a key with the same id, a different secret and a valid checksum. */
export function withWrongSecret(key: string): string {
  const { keyId, quotaId } = parts(key);
  return formatApiKey("postern", { keyId, quotaId, secret: otherSecret });
}

/** Returns a key with the same secret and an unknown id. */
export function withUnknownId(key: string): string {
  return formatApiKey("postern", { ...parts(key), keyId: otherId });
}

/** Returns a well-formed key that was never generated. */
export function unknownKey(number = 0): string {
  const keyId = otherId.slice(4) + number.toString(2).padStart(4, "0").replace(/0/g, "a").replace(/1/g, "b");
  return formatApiKey("postern", { keyId, quotaId: otherId.slice(4), secret: otherSecret });
}

/** Returns the secret of a key: the 43 characters that must never appear again. */
export function secretOf(key: string): string {
  return key.slice("postern_".length + 17, "postern_".length + 17 + 43);
}

function parts(key: string): { keyId: string; quotaId: string; secret: string } {
  const text = parseApiKey("postern", key);
  if (text === undefined) throw new Error("Cannot forge: this is no key");
  return text;
}
