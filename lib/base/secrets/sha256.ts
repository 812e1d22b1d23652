import { sha256 as portableSha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** An incremental SHA-256 hash. */
export interface Sha256 {
  update(data: Uint8Array): Sha256;
  /** Returns the digest of all data. Do not call `update` afterwards. */
  digest(): Uint8Array;
}

interface BuiltinCrypto {
  createHash(algorithm: "sha256"): Sha256;
  /** Available since Node 20.12, and faster than `createHash`. */
  hash?(algorithm: "sha256", data: string, encoding: "hex"): string;
}

interface Runtime {
  process?: { getBuiltinModule?: (id: "node:crypto") => BuiltinCrypto | undefined };
  /** Faster than Bun's `node:crypto`. */
  Bun?: { SHA256: { hash(data: string, encoding: "hex"): string } };
}

const runtime = globalThis as Runtime;
const builtin = runtime.process?.getBuiltinModule?.("node:crypto");

/**
 * Returns a SHA-256 digest synchronously. Uses the runtime's implementation (Node, Bun, Deno), or else a portable one. Web Crypto is
 * asynchronous, and slower for short inputs.
 */
export const sha256 = (data: Uint8Array): Uint8Array => createSha256().update(data).digest();

/** Creates an incremental SHA-256 hash. */
export const createSha256: () => Sha256 =
  builtin === undefined ? () => portableSha256.create() : () => builtin.createHash("sha256");

const encoder = new TextEncoder();

/** Returns the SHA-256 digest of a text in UTF-8, in hexadecimal. */
export const sha256Hex: (text: string) => string = fastestHex();

function fastestHex(): (text: string) => string {
  const { Bun: bun } = runtime;
  if (bun !== undefined) return (text) => bun.SHA256.hash(text, "hex");
  if (builtin?.hash !== undefined) return (text) => builtin.hash?.("sha256", text, "hex") ?? "";
  return (text) => bytesToHex(sha256(encoder.encode(text)));
}

/** Compares two texts of equal length. The time does not depend on the position of a difference. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}
