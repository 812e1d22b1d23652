/** A request to a webhook's URL, always a POST. */
export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Time for the whole exchange, in milliseconds. */
  timeoutMs: number;
  /** True if the URL may be in a private network. */
  allowPrivateNetworks: boolean;
}

/** Response of a webhook's URL. */
export interface WebhookResponse {
  status: number;
  /** First bytes of the body, at most {@link responseBytes}. */
  body: Uint8Array;
  /** Value of the header `Retry-After`. Left out if there is none. */
  retryAfter?: string;
}

/**
 * Sends a request to a webhook's URL. It does not follow redirects, and reads at most 1,024 bytes of the body. It rejects if there is no
 * response in time.
 */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookResponse>;

/** Maximum number of bytes of a response that are read. */
export const responseBytes = 1024;

/** A webhook's URL may not be requested, or does not respond. The message is shown to users who manage webhooks. */
export class WebhookSendError extends Error {
  override name = "WebhookSendError";
}
