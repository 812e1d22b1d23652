import type { Clock } from "../../base/time/clock.ts";
import type { WebhookAttemptedEvent } from "../webhook.ts";
import { SecretUnreadableError } from "../secrets/secret_box.ts";
import { WebhookSendError } from "../transport/send_webhook.ts";
import { signWebhook } from "../secrets/sign_webhook.ts";
import { WebhooksUnavailableError } from "../webhook_errors.ts";
import type { ResolvedWebhookOptions } from "../webhook_options.ts";
import type { WebhookRecord } from "../webhook_records.ts";
import type { WebhookSecrets } from "../secrets/webhook_secrets.ts";
import { brokenUrlRule } from "../transport/webhook_url.ts";
import type { WebhookMessage } from "./webhook_message.ts";

/** Time for the whole exchange with a webhook's URL, in milliseconds. */
export const timeoutMs = 10_000;
const longestError = 300;

/** Dependencies of {@link attempt}. */
export interface AttemptDeps {
  clock: Clock;
  secrets: WebhookSecrets;
  options: ResolvedWebhookOptions;
  /** Called after the result of an attempt was stored. */
  onAttempt: (attempted: WebhookAttemptedEvent) => void;
}

export interface AttemptResult {
  /** Time of the request in milliseconds since the epoch. */
  at: number;
  durationMs: number;
  isDelivered: boolean;
  /** HTTP status. Undefined without a response. */
  status: number | undefined;
  /** Undefined with a response. */
  error: string | undefined;
  response: string | undefined;
  retryAfter: string | undefined;
}

/** Sends a message once. It never rejects. */
export async function attempt(
  { clock, secrets, options }: AttemptDeps,
  webhook: WebhookRecord,
  { id, body }: WebhookMessage,
): Promise<AttemptResult> {
  const at = clock.now();
  try {
    const rule = brokenUrlRule(webhook.url, options);
    if (rule !== undefined) throw new WebhookSendError(`the URL ${rule}`);
    const signature = await signWebhook({ id, time: at, body }, await secrets.current(webhook));
    const { allowPrivateNetworks } = options;
    const headers = {
      "content-type": "application/json",
      "user-agent": "Postern-Webhooks",
      ...signature,
    };
    const response = await options.send({ url: webhook.url, headers, body, timeoutMs, allowPrivateNetworks });
    const isDelivered = response.status >= 200 && response.status < 300;
    const { status, retryAfter } = response;
    const text = printable(response.body);
    return {
      at,
      durationMs: clock.now() - at,
      isDelivered,
      status,
      error: undefined,
      response: text,
      retryAfter,
    };
  } catch (error) {
    const durationMs = clock.now() - at;
    const none = { status: undefined, response: undefined, retryAfter: undefined };
    return { at, durationMs, isDelivered: false, error: reasonOf(error), ...none };
  }
}

function reasonOf(error: unknown): string {
  const isOwn =
    error instanceof WebhookSendError ||
    error instanceof SecretUnreadableError ||
    error instanceof WebhooksUnavailableError;
  const message = error instanceof Error ? error.message : String(error);
  return (isOwn ? message : `the request failed: ${message}`).slice(0, longestError);
}

/** Decodes the bytes of a response. Control characters and invalid bytes are replaced, because pages and terminals show the text. */
function printable(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "\ufffd");
}
