import { ContentionError } from "../errors.ts";
import type { Store } from "../store/mod.ts";
import type { WebhookAddress } from "./webhook.ts";
import {
  deliveryPartition,
  mostQueued,
  type QueuedEvent,
  queuePrefix,
  stateKey,
  type WebhookState,
} from "./webhook_records.ts";

const attempts = 5;

/** Makes the waiting events of a webhook due, with all their attempts, and forgets its failures. */
export async function resetDeliveries(
  store: Store,
  { organizationSlug, webhookId }: WebhookAddress,
  now: number,
): Promise<void> {
  const partition = deliveryPartition(organizationSlug);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const state = await store.get<WebhookState>({ partition, key: stateKey(webhookId) });
    if (state === null) return;
    const { failingSince: _failingSince, ...data } = state.data;
    const queue = await store.list<QueuedEvent>(partition, {
      prefix: queuePrefix(webhookId),
      limit: 2 * mostQueued,
    });
    const result = await store.commit(partition, {
      checks: [{ key: stateKey(webhookId), version: state.version }],
      sets: [
        { key: stateKey(webhookId), data },
        ...queue.map(({ data: queued }) => ({
          key: [...queuePrefix(webhookId), queued.event.sequence],
          data: { ...queued, attempts: 0, firstAt: 0, dueAt: now },
        })),
      ],
    });
    if (result.committed) return;
  }
  throw new ContentionError(
    "Cannot resume the webhook: its deliveries were changed concurrently too often. Try again",
  );
}
