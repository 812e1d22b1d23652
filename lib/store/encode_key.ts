import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** One part of a key. A number must be a safe integer. Numbers sort by value. */
export type KeyPart = string | number;

/** Longest part of a key that is stored unchanged, in characters. */
const longestPart = 200;
/** Characters of a longer part that are stored. A digest follows. */
const keptOfLongPart = 160;

/** Sorts before every character of an encoded part, so `["a"]` sorts before `["a", …]`, which sorts before `["ab"]`. */
const separator = "!";
const afterSeparator = '"';
const afterAllKeys = "\u007f";

/**
 * Encodes the parts of a key as lowercase ASCII that is valid in every engine, file system and URL. Encoded keys sort, byte by byte, in the
 * order of their parts.
 *
 * Letters `a` to `z`, digits and `-` are unchanged. Every other UTF-8 byte becomes a mark and two hex digits. The mark preserves the order of the
 * bytes. An encoded part of more than 200 characters becomes its first 160 characters, followed by a digest of the whole part.
 *
 * @example
 * ```ts
 * import { encodeKey } from "postern/store";
 *
 * encodeKey(["post", "hello-world"]); // "post!hello-world"
 * encodeKey(["tag", "C++"]); // "tag!_43+2b+2b"
 * ```
 */
export function encodeKey(parts: readonly KeyPart[]): string {
  let key = "";
  for (let index = 0; index < parts.length; index++) {
    const part = encodePart(parts[index] ?? "");
    key = index === 0 ? part : key + separator + part;
  }
  return key;
}

/** Returns the range of all keys that have more parts after these. Without parts, it is the range of all keys. */
export function rangeOf(parts: readonly KeyPart[]): { start: string; end: string } {
  if (parts.length === 0) return { start: "", end: afterAllKeys };
  const prefix = encodeKey(parts);
  return { start: prefix + separator, end: prefix + afterSeparator };
}

/** Returns the last part of an encoded key, which must be a number. */
export function lastNumberOf(key: string): number {
  const part = key.slice(key.lastIndexOf(separator) + 1);
  return Number(BigInt(`0x${part}`) - 2n ** 53n);
}

/** Returns the last part of an encoded key as text, or undefined if the key holds only a digest of a long part. */
export function lastTextOf(key: string): string | undefined {
  const part = key.slice(key.lastIndexOf(separator) + 1);
  if (/~[0-9a-f]{32}$/.test(part)) return undefined;
  const escaped = part.replace(/[+._~]([0-9a-f]{2})/g, "%$1");
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

function encodePart(part: KeyPart): string {
  if (typeof part === "number") return encodeInteger(part);
  if (part.length <= longestPart && /^[a-z0-9-]*$/.test(part)) return part;
  const bytes = new TextEncoder().encode(part);
  const encoded = Array.from(bytes, encodeByte).join("");
  if (encoded.length <= longestPart) return encoded;
  return `${encoded.slice(0, keptOfLongPart)}~${bytesToHex(sha256(bytes)).slice(0, 32)}`;
}

function encodeByte(byte: number): string {
  const isLetter = byte >= 0x61 && byte <= 0x7a;
  const isDigit = byte >= 0x30 && byte <= 0x39;
  if (isLetter || isDigit || byte === 0x2d) return String.fromCharCode(byte);
  return markOf(byte) + byte.toString(16).padStart(2, "0");
}

/** Returns a mark that sorts like the byte: before `-`, between `-` and `0`, between `9` and `a`, or after `z`. */
function markOf(byte: number): string {
  if (byte < 0x2d) return "+";
  if (byte < 0x30) return ".";
  return byte < 0x61 ? "_" : "~";
}

function encodeInteger(value: number): string {
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`Cannot encode a key: a number must be a safe integer, and this one is ${value}`);
  }
  return (BigInt(value) + 2n ** 53n).toString(16).padStart(14, "0");
}
