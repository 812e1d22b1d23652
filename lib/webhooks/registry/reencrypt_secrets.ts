import { readWebhooks, type WebhooksDeps } from "./create_webhook.ts";
import { webhookLocation, type WebhookRecord } from "../webhook_records.ts";

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
    const location = webhookLocation({ organizationSlug, webhookId });
    const { partition, key } = location;
    const isChanged = await store.writes.repeatInTurn(
      location,
      "Cannot encrypt the secrets: it",
      async () => {
        const found = await store.get<WebhookRecord>(location);
        const sealed = found && (await secrets.reseal(found.data));
        if (!sealed) return false;
        const sets = [{ key, data: { ...found.data, secrets: sealed } }];
        const result = await store.commit(partition, { checks: [{ key, version: found.version }], sets });
        return result.committed || null;
      },
    );
    if (isChanged) changed++;
  }
  return changed;
}
