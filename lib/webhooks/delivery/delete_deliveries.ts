import type { Store } from "../../store/mod.ts";
import type { WebhookAddress } from "../webhook.ts";
import {
  abandonedPrefix,
  deliveryPartition,
  logPrefix,
  queuePrefix,
  stateKey,
  webhookDirectory,
  webhookPrefix,
  wokenPrefix,
} from "../webhook_records.ts";

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
