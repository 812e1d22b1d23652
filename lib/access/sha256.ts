import { sha256 as portableSha256 } from "@noble/hashes/sha2.js";

interface BuiltinCrypto {
  createHash(algorithm: "sha256"): { update(data: Uint8Array): { digest(): Uint8Array } };
}

interface BuiltinModules {
  process?: { getBuiltinModule?: (id: "node:crypto") => BuiltinCrypto | undefined };
}

/**
 * SHA-256, synchronously: the runtime's own where it has one (Node, Bun, Deno), a portable one
 * elsewhere. Web Crypto's is asynchronous and costs far more for so few bytes.
 */
export const sha256: (data: Uint8Array) => Uint8Array = nativeSha256() ?? portableSha256;

function nativeSha256(): ((data: Uint8Array) => Uint8Array) | undefined {
  const crypto = (globalThis as BuiltinModules).process?.getBuiltinModule?.("node:crypto");
  return crypto && ((data) => crypto.createHash("sha256").update(data).digest());
}
