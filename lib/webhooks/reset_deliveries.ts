import { ContentionError } from "../errors.ts";
import type { Store } from "../store/mod.ts";
import type { WebhookAddress } from "./webhook.ts";
import { deliveryPartition, stateKey, type WebhookState } from "./webhook_records.ts";

const attempts = 5;

/** Makes the waiting events of a webhook due, and forgets its failures. The requests become more with each success. */
export async function resetDeliveries(
  store: Store,
  { organizationSlug, webhookId }: WebhookAddress,
): Promise<void> {
  const partition = deliveryPartition(organizationSlug);
  const key = stateKey(webhookId);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await store.get<WebhookState>({ partition, key });
    if (found === null) return;
    const { failingSince: _failingSince, ...state } = found.data;
    const data: WebhookState = { ...state, resumption: state.lastDelivery + 1, concurrency: 1 };
    const result = await store.commit(partition, {
      checks: [{ key, version: found.version }],
      sets: [{ key, data }],
    });
    if (result.committed) return;
  }
  throw new ContentionError(
    "Cannot resume the webhook: its deliveries were changed concurrently too often. Try again",
  );
}
