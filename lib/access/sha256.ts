import { sha256 as portableSha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** A digest that is given its data piece by piece. */
export interface Sha256 {
  update(data: Uint8Array): Sha256;
  /** The digest of all that was given; nothing can be given after it. */
  digest(): Uint8Array;
}

interface BuiltinCrypto {
  createHash(algorithm: "sha256"): Sha256;
  /** Since Node 20.12; one call costs a third of `createHash`. */
  hash?(algorithm: "sha256", data: string, encoding: "hex"): string;
}

interface Runtime {
  process?: { getBuiltinModule?: (id: "node:crypto") => BuiltinCrypto | undefined };
  /** Bun's own costs a third of its `node:crypto`. */
  Bun?: { SHA256: { hash(data: string, encoding: "hex"): string } };
}

const runtime = globalThis as Runtime;
const builtin = runtime.process?.getBuiltinModule?.("node:crypto");

/**
 * SHA-256, synchronously: the runtime's own where it has one (Node, Bun, Deno), a portable one
 * elsewhere. Web Crypto's is asynchronous and costs far more for so few bytes.
 */
export const sha256 = (data: Uint8Array): Uint8Array => createSha256().update(data).digest();

/** SHA-256 of what comes piece by piece. */
export const createSha256: () => Sha256 =
  builtin === undefined ? () => portableSha256.create() : () => builtin.createHash("sha256");

const encoder = new TextEncoder();

/** SHA-256 of the UTF-8 form of a text, in hexadecimal. */
export const sha256Hex: (text: string) => string = fastestHex();

function fastestHex(): (text: string) => string {
  const { Bun: bun } = runtime;
  if (bun !== undefined) return (text) => bun.SHA256.hash(text, "hex");
  if (builtin?.hash !== undefined) return (text) => builtin.hash?.("sha256", text, "hex") ?? "";
  return (text) => bytesToHex(sha256(encoder.encode(text)));
}

/** Compares two texts of equal length in a time that does not depend on where they differ. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}
