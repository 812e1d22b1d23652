import type { RandomBytes } from "../random.ts";
import { randomId } from "../random_id.ts";
import { randomBase62, toBase62 } from "./base62.ts";
import { crc32 } from "./crc32.ts";

/** What an API key's text says. */
export interface ApiKeyText {
  /** 16 characters of lowercase base32. The first 12 name the quota: a rolled key keeps them. */
  keyId: string;
  quotaId: string;
  /** 43 characters of base 62, 256 random bits. */
  secret: string;
}

const quotaIdLength = 12;
const keyIdLength = 16;
const secretLength = 43;
const checksumLength = 6;

/** What a key begins with, unless the host says otherwise. */
export const defaultPrefix = "postern";

/** Whether a text can be the prefix of keys. */
export function isPrefix(prefix: string): boolean {
  return /^[a-z][a-z0-9]{0,19}$/.test(prefix);
}

/** A new key's id and secret. */
export function newApiKeyText(randomBytes: RandomBytes): ApiKeyText {
  const keyId = randomId(randomBytes, keyIdLength);
  return { keyId, quotaId: quotaIdOf(keyId), secret: randomBase62(randomBytes, secretLength) };
}

/** The id and secret of a key that replaces another and counts against the same quota. */
export function rolledApiKeyText(randomBytes: RandomBytes, { quotaId }: { quotaId: string }): ApiKeyText {
  const keyId = quotaId + randomId(randomBytes, keyIdLength - quotaIdLength);
  return { keyId, quotaId, secret: randomBase62(randomBytes, secretLength) };
}

/** Writes a key: `<prefix>_<keyId>_<secret><checksum>`. The checksum lets garbage be refused without a read. */
export function formatApiKey(prefix: string, { keyId, secret }: ApiKeyText): string {
  const body = `${prefix}_${keyId}_${secret}`;
  return body + toBase62(crc32(body), checksumLength);
}

/** The id and the secret of what has the length of a key; whether it can be one is not looked at. */
export function splitApiKey(prefix: string, text: string): { keyId: string; secret: string } | undefined {
  const idAt = prefix.length + 1;
  const secretAt = idAt + keyIdLength + 1;
  const checksumAt = secretAt + secretLength;
  if (text.length !== checksumAt + checksumLength || !text.startsWith(prefix) || text[idAt - 1] !== "_") {
    return undefined;
  }
  return { keyId: text.slice(idAt, idAt + keyIdLength), secret: text.slice(secretAt, checksumAt) };
}

/** The end of a key's text, by which what is mistyped is told. */
export function checksumOf(text: string): string {
  return text.slice(-checksumLength);
}

/** Reads a key's text, or answers undefined when it cannot be one: wrong prefix, form or checksum. */
export function parseApiKey(prefix: string, text: string): ApiKeyText | undefined {
  if (splitApiKey(prefix, text) === undefined) return undefined;
  const match = /^([a-z2-7]{16})_([0-9A-Za-z]{43})[0-9A-Za-z]{6}$/.exec(text.slice(prefix.length + 1));
  const [, keyId, secret] = match ?? [];
  if (keyId === undefined || secret === undefined) return undefined;
  const key = { keyId, quotaId: quotaIdOf(keyId), secret };
  return formatApiKey(prefix, key) === text ? key : undefined;
}

/** The quota a key counts against. */
export function quotaIdOf(keyId: string): string {
  return keyId.slice(0, quotaIdLength);
}
