import type { SendWebhook } from "../../lib/webhooks/mod.ts";
import { createSender } from "./send_over_https.ts";

/**
 * Creates the function that sends webhooks on Node, for the option `webhooks.send`. It resolves the host name itself, and connects only
 * to public addresses unless `allowPrivateNetworks` is set. It follows no redirect.
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { webhookSender } from "postern/node";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({
 *   storage: memoryDriver(),
 *   secret: "a random text of 32 characters or more",
 *   webhooks: { send: webhookSender() },
 * });
 * const stop = api.events.start();
 * await stop();
 * ```
 */
export function webhookSender(): SendWebhook {
  return createSender();
}
