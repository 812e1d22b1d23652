import type { RandomBytes } from "../../base/secrets/random.ts";
import { webhookSecretPrefix } from "../../base/secrets/secret_forms.ts";
import { signedContent, signingKey } from "./signing_key.ts";

/** Number of random bytes of a secret. */
const secretBytes = 32;

export interface SignedMessage {
  id: string;
  /** Milliseconds since the epoch. */
  time: number;
  body: string;
}

/** Creates a secret: `whsec_`, then 32 random bytes as base64. */
export function createWebhookSecret(randomBytes: RandomBytes): string {
  return `${webhookSecretPrefix}${toBase64(randomBytes(secretBytes))}`;
}

/**
 * Returns the headers that authenticate a message by Standard Webhooks, with a signature for each secret.
 *
 * @throws {TypeError} if a secret is not base64
 */
export async function signWebhook(
  { id, time, body }: SignedMessage,
  secrets: readonly string[],
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(time / 1000));
  const content = signedContent(id, timestamp, body);
  const signatures: string[] = [];
  for (const secret of secrets) {
    const key = await signingKey(secret, "sign");
    if (key === undefined) throw new TypeError("Cannot sign the webhook: a secret must be whsec_ and base64");
    signatures.push(`v1,${toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, content)))}`);
  }
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

/** Encodes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
