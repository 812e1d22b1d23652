import type { Store } from "../../store/mod.ts";
import type { WebhookAddress } from "../webhook.ts";
import {
  deliveryPartition,
  stateKey,
  type WebhookState,
  abandonedPrefix,
  logPrefix,
  queuePrefix,
  webhookDirectory,
  webhookPrefix,
  wokenPrefix,
} from "../webhook_records.ts";

/** Makes the waiting events of a webhook due, and forgets its failures. The requests become more with each success. */
export async function resetDeliveries(
  store: Store,
  { organizationSlug, webhookId }: WebhookAddress,
): Promise<void> {
  const partition = deliveryPartition(organizationSlug);
  const key = stateKey(webhookId);
  await store.writes.repeat("Cannot resume the webhook: the state of its deliveries", async () => {
    const found = await store.get<WebhookState>({ partition, key });
    if (found === null) return true;
    const { failingSince: _failingSince, ...state } = found.data;
    const data: WebhookState = { ...state, resumption: state.lastDelivery + 1, concurrency: 1 };
    const result = await store.commit(partition, {
      checks: [{ key, version: found.version }],
      sets: [{ key, data }],
    });
    return result.committed || null;
  });
}

/** Deletes the state, the queue and the logs of a deleted webhook. */
export async function deleteDeliveries(
  store: Store,
  { organizationSlug, webhookId }: WebhookAddress,
): Promise<void> {
  const partition = deliveryPartition(organizationSlug);
  // Deliveries check that the state exists, so nothing is written after this commit.
  await store.commit(partition, { deletes: [stateKey(webhookId)] });
  for (const prefixOf of [queuePrefix, logPrefix, abandonedPrefix]) {
    await store.deleteAll(partition, prefixOf(webhookId));
  }
}

/** Deletes all records of the webhooks of a deleted organization. */
export async function deleteWebhooks(store: Store, organizationSlug: string): Promise<void> {
  await store.deleteAll(["org", organizationSlug], webhookPrefix);
  await store.deleteAll(deliveryPartition(organizationSlug), ["state"]);
  await store.deleteAll(deliveryPartition(organizationSlug), []);
  const keys = [["listed"], wokenPrefix].map((prefix) => [...prefix, organizationSlug]);
  await store.commit(webhookDirectory, { deletes: keys });
}
