import { callback, type Check, fields, flag } from "../base/input/check_options.ts";
import { fetchWebhook } from "./transport/fetch_webhook.ts";
import type { SendWebhook } from "./transport/send_webhook.ts";
import type { UrlRules } from "./transport/webhook_url.ts";

/** Options of webhooks. */
export interface WebhookOptions {
  /**
   * Sends a request to a webhook's URL. On Node, use `webhookSender()` of `postern/node`, which refuses connections to private addresses.
   * Default: `fetch`, which cannot check the address of a connection.
   */
  send?: SendWebhook;
  /** True to allow URLs with `http:`. Default: false. */
  allowHttp?: boolean;
  /** True to allow URLs in private networks, such as `127.0.0.1` or a cluster's services. Default: false. */
  allowPrivateNetworks?: boolean;
}

/** The options, with defaults filled in. */
export interface ResolvedWebhookOptions extends UrlRules {
  send: SendWebhook;
}

export const webhookOptionsCheck: Check = fields<WebhookOptions>({
  send: callback,
  allowHttp: flag,
  allowPrivateNetworks: flag,
});

/**
 * Fills in the defaults.
 *
 * @param trace returns a function that also records the requests. Default: they are not recorded
 */
export function resolveWebhookOptions(
  { send = fetchWebhook, allowHttp = false, allowPrivateNetworks = false }: WebhookOptions = {},
  trace?: (send: SendWebhook) => SendWebhook,
): ResolvedWebhookOptions {
  return { send: trace?.(send) ?? send, allowHttp, allowPrivateNetworks };
}
