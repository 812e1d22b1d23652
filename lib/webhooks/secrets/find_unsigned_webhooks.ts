import { type Clock, systemClock } from "../../base/time/clock.ts";
import { systemRandomBytes } from "../../base/secrets/random.ts";
import { type AtomicDriver, Store } from "../../store/mod.ts";
import { SecretUnreadableError } from "./secret_box.ts";
import type { WebhookAddress } from "../webhook.ts";
import { WebhooksUnavailableError } from "../webhook_errors.ts";
import { webhookDirectory, webhookPrefix, type WebhookRecord } from "../webhook_records.ts";
import { WebhookSecrets } from "./webhook_secrets.ts";

/** Maximum number of webhooks in the finding that they cannot be signed. */
export const mostUnsigned = 100;

/**
 * Finds the enabled webhooks whose requests cannot be signed, at most 100.
 *
 * @param secrets texts of the option `secret`. Undefined without the option
 */
export async function findUnsignedWebhooks(
  { atomic }: AtomicDriver,
  secrets: readonly string[] | undefined,
  clock: Clock = systemClock,
): Promise<WebhookAddress[]> {
  const store = new Store(atomic, { clock, onDamaged: () => undefined });
  const opener = new WebhookSecrets({ clock, randomBytes: systemRandomBytes, secrets });
  const found: WebhookAddress[] = [];
  for await (const { data } of store.listAll<{ slug: string }>(webhookDirectory, { prefix: ["listed"] })) {
    const organizationSlug = data.slug;
    const webhooks = store.listAll<WebhookRecord>(["org", organizationSlug], { prefix: webhookPrefix });
    for await (const { data: webhook } of webhooks) {
      if (webhook.status !== "enabled" || (await canSign(opener, webhook))) continue;
      found.push({ organizationSlug, webhookId: webhook.id });
      if (found.length === mostUnsigned) return found;
    }
  }
  return found;
}

async function canSign(opener: WebhookSecrets, webhook: WebhookRecord): Promise<boolean> {
  try {
    await opener.current(webhook);
    return true;
  } catch (error) {
    if (error instanceof SecretUnreadableError || error instanceof WebhooksUnavailableError) return false;
    throw error;
  }
}
