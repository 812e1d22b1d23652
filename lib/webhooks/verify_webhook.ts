import { fromBase64 } from "../base/text/base64.ts";
import { signedContent, signingKey } from "./secrets/signing_key.ts";
import type { WebhookEvent } from "./webhook_event.ts";
import { WebhookVerificationError } from "./webhook_verification_error.ts";

export type { WebhookChangeEvent, WebhookEvent, WebhookTestEvent } from "./webhook_event.ts";
export { WebhookVerificationError, type WebhookVerificationReason } from "./webhook_verification_error.ts";

/** Options of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /** Greatest difference between the request's time and the clock, in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** Current time in milliseconds since the epoch. Default: the system's clock. */
  now?: number;
}

/** Maximum number of signatures that are compared. A sender adds one per secret. */
const mostSignatures = 10;

/**
 * Verifies that Postern sent a request, and returns its event. It reads the body, so the request must not have been read before.
 *
 * It works with every sender of Standard Webhooks. Events of other senders may lack fields, such as `type`. The comparison takes constant
 * time.
 *
 * @param secret the webhook's secret (`whsec_…`), or several secrets of which one must match
 * @throws {WebhookVerificationError} if the request is not authentic. Its `reason` is `missing-header`, `invalid-timestamp`,
 *   `expired-timestamp`, `invalid-signature`, `invalid-body` or `invalid-secret`
 *
 * @example
 * ```ts
 * import { verifyWebhook } from "postern/webhooks";
 *
 * export async function POST(request: Request): Promise<Response> {
 *   try {
 *     const event = await verifyWebhook(request, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD");
 *     if (event.type === "post.updated") console.log(event.data.slug, event.data.revision);
 *     return new Response(null, { status: 204 });
 *   } catch {
 *     return new Response("This is not an authentic webhook", { status: 400 });
 *   }
 * }
 * ```
 */
export async function verifyWebhook(
  request: Pick<Request, "headers" | "text">,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(request, "id");
  const timestamp = headerOf(request, "timestamp");
  const signatures = headerOf(request, "signature");
  requireRecent(timestamp, now / 1000, toleranceSeconds);
  const body = await request.text();
  const content = signedContent(id, timestamp, body);
  for (const key of await keysOf(secret)) {
    if (await isSigned(key, signatures, content)) return eventOf(body);
  }
  throw new WebhookVerificationError("invalid-signature", "no signature matches the secret and the body");
}

function headerOf({ headers }: Pick<Request, "headers">, name: string): string {
  const value = headers.get(`webhook-${name}`);
  if (value) return value;
  throw new WebhookVerificationError("missing-header", `the header webhook-${name} is missing`);
}

function requireRecent(timestamp: string, now: number, tolerance: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError(
      "invalid-timestamp",
      "the header webhook-timestamp must be a whole number of seconds",
    );
  }
  if (Math.abs(now - Number(timestamp)) <= tolerance) return;
  throw new WebhookVerificationError(
    "expired-timestamp",
    `its time differs from the clock by more than ${tolerance} seconds`,
  );
}

async function keysOf(secret: string | readonly string[]): Promise<CryptoKey[]> {
  const secrets = typeof secret === "string" ? [secret] : secret;
  const keys: CryptoKey[] = [];
  for (const text of secrets) {
    const key = await signingKey(text, "verify");
    if (key === undefined) {
      throw new WebhookVerificationError("invalid-secret", "the secret must be whsec_ and base64");
    }
    keys.push(key);
  }
  return keys;
}

async function isSigned(key: CryptoKey, signatures: string, content: BufferSource): Promise<boolean> {
  for (const signature of signatures.split(" ", mostSignatures)) {
    const bytes = signature.startsWith("v1,") ? fromBase64(signature.slice(3)) : undefined;
    // Web Crypto compares in constant time.
    if (bytes !== undefined && (await crypto.subtle.verify("HMAC", key, bytes, content))) return true;
  }
  return false;
}

function eventOf(body: string): WebhookEvent {
  try {
    const event: unknown = JSON.parse(body);
    if (typeof event === "object" && event !== null && !Array.isArray(event)) return event as WebhookEvent;
  } catch {
    // The error below says so.
  }
  throw new WebhookVerificationError("invalid-body", "the body must be a JSON object");
}
