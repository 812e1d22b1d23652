import { type RandomBytes, randomId } from "../../base/secrets/random.ts";
import { keyLengths } from "../../base/secrets/secret_forms.ts";
import { randomBase62, toBase62 } from "./base62.ts";

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** Returns the CRC-32 of ASCII text (ISO 3309, as in gzip) as an unsigned integer. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc = (table[(crc ^ text.charCodeAt(index)) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Parts of an API key's text. */
export interface ApiKeyText {
  /** 16 characters of lowercase base32. The first 12 are the quota's ID, which a rolled key keeps. */
  keyId: string;
  quotaId: string;
  /** 43 base62 characters with 256 random bits. */
  secret: string;
}

const quotaIdLength = 12;
const { id: keyIdLength, secret: secretLength, checksum: checksumLength } = keyLengths;

/** Default prefix of keys. */
export const defaultPrefix = "postern";

/** True if the text is a valid key prefix. */
export function isPrefix(prefix: string): boolean {
  return /^[a-z][a-z0-9]{0,19}$/.test(prefix);
}

/** Generates the ID and secret of a new key. */
export function newApiKeyText(randomBytes: RandomBytes): ApiKeyText {
  const keyId = randomId(randomBytes, keyIdLength);
  return { keyId, quotaId: quotaIdOf(keyId), secret: randomBase62(randomBytes, secretLength) };
}

/** Generates the ID and secret of a rolled key, which counts against the old key's quota. */
export function rolledApiKeyText(randomBytes: RandomBytes, { quotaId }: { quotaId: string }): ApiKeyText {
  const keyId = quotaId + randomId(randomBytes, keyIdLength - quotaIdLength);
  return { keyId, quotaId, secret: randomBase62(randomBytes, secretLength) };
}

/** Formats a key as `<prefix>_<keyId>_<secret><checksum>`. The checksum allows malformed keys to be refused without a read. */
export function formatApiKey(prefix: string, { keyId, secret }: ApiKeyText): string {
  const body = `${prefix}_${keyId}_${secret}`;
  return body + toBase62(crc32(body), checksumLength);
}

/** Parses a key's text. Returns undefined if the prefix, format or checksum is wrong. */
export function parseApiKey(prefix: string, text: string): ApiKeyText | undefined {
  const match = /^([a-z2-7]{16})_([0-9A-Za-z]{43})[0-9A-Za-z]{6}$/.exec(text.slice(prefix.length + 1));
  const [, keyId, secret] = match ?? [];
  if (keyId === undefined || secret === undefined) return undefined;
  const key = { keyId, quotaId: quotaIdOf(keyId), secret };
  return formatApiKey(prefix, key) === text ? key : undefined;
}

/** Returns the ID of the quota that the key counts against. */
export function quotaIdOf(keyId: string): string {
  return keyId.slice(0, quotaIdLength);
}
