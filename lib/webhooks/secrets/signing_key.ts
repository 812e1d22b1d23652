import { fromBase64 } from "../../base/text/base64.ts";
import { webhookSecretPrefix } from "../../base/secrets/secret_forms.ts";

/** Imports a secret as a key of HMAC-SHA256. Returns undefined if it is not base64, with or without the prefix. */
export async function signingKey(secret: string, usage: "sign" | "verify"): Promise<CryptoKey | undefined> {
  const bytes = fromBase64(
    secret.startsWith(webhookSecretPrefix) ? secret.slice(webhookSecretPrefix.length) : secret,
  );
  if (bytes === undefined || bytes.length === 0) return undefined;
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [usage]);
}

/** Returns the bytes that a signature covers. */
export function signedContent(id: string, timestamp: string, body: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${id}.${timestamp}.${body}`);
}
