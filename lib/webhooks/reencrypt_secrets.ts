import { ContentionError } from "../errors.ts";
import { readWebhooks, type WebhooksDeps } from "./create_webhook.ts";
import { webhookLocation, type WebhookRecord } from "./webhook_records.ts";

/**
 * Encrypts the secrets of an organization's webhooks by the first text of the option `secret`.
 *
 * @returns the number of webhooks that were changed
 */
export async function reencryptSecrets(
  { store, secrets }: Pick<WebhooksDeps, "store" | "secrets">,
  organizationSlug: string,
): Promise<number> {
  let changed = 0;
  for (const { id: webhookId } of await readWebhooks(store, organizationSlug)) {
    const { partition, key } = webhookLocation({ organizationSlug, webhookId });
    const found = await store.get<WebhookRecord>({ partition, key });
    const sealed = found && (await secrets.reseal(found.data));
    if (!sealed) continue;
    const sets = [{ key, data: { ...found.data, secrets: sealed } }];
    const result = await store.commit(partition, { checks: [{ key, version: found.version }], sets });
    if (!result.committed)
      throw new ContentionError("Cannot encrypt the secrets: it was changed at the same time");
    changed++;
  }
  return changed;
}
