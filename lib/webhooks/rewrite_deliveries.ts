import type { Clock } from "../clock.ts";
import type { ChangeOfData } from "../events/mod.ts";
import { rewriteRecords, type Store } from "../store/mod.ts";
import { toJson } from "../well_formed.ts";
import { queueRetention } from "./delivery/take_events.ts";
import {
  abandonedKey,
  abandonedPrefix,
  type AbandonedRecord,
  deliveryPartition,
  type DeliveryRecord,
  deliveryRetention,
  logKey,
  logPrefix,
  type QueuedEvent,
  queueKey,
  queuePrefix,
  stateKey,
  webhookPrefix,
  type WebhookRecord,
} from "./webhook_records.ts";

/** A change of the deliveries of an organization. */
export interface DeliveryChange {
  change: ChangeOfData;
  /** True if the log of events has been changed in the same way. A process may have read the former events. */
  areEventsChanged: boolean;
}

/**
 * Changes the events that wait for the webhooks of an organization, its abandoned events and its logged attempts. Change the log of events
 * before: a webhook takes its events from there.
 */
export async function rewriteDeliveries(
  { store, clock }: { store: Store; clock: Clock },
  organizationSlug: string,
  { change, areEventsChanged }: DeliveryChange,
): Promise<void> {
  const partition = deliveryPartition(organizationSlug);
  const withEvent = (queued: QueuedEvent): QueuedEvent => ({ ...queued, event: change(queued.event) });
  const webhooks = store.listAll<WebhookRecord>(["org", organizationSlug], { prefix: webhookPrefix });
  for await (const { data } of webhooks) {
    const { id: webhookId } = data;
    if (areEventsChanged) await renewState(store, organizationSlug, webhookId);
    await rewriteRecords<QueuedEvent>(store, {
      partition,
      prefix: queuePrefix(webhookId),
      keyOf: ({ event }) => queueKey(webhookId, event.sequence),
      change: withEvent,
      expiryOf: () => clock.now() + queueRetention,
    });
    await rewriteRecords<AbandonedRecord>(store, {
      partition,
      prefix: abandonedPrefix(webhookId),
      keyOf: ({ queued }) => abandonedKey(webhookId, queued.event.sequence),
      change: (record) => ({ ...record, queued: withEvent(record.queued) }),
      expiryOf: ({ abandonedAt }) => abandonedAt + deliveryRetention,
    });
    await rewriteRecords<DeliveryRecord>(store, {
      partition,
      prefix: logPrefix(webhookId),
      keyOf: ({ id }) => logKey(webhookId, id),
      change: ({ body, ...record }) => ({ ...change(record), body: toJson(change(JSON.parse(body))) }),
      expiryOf: ({ at }) => Date.parse(at) + deliveryRetention,
    });
  }
}

/** Gives the state of a webhook a new version, so that a process takes no events that it read from the log before. */
async function renewState(store: Store, organizationSlug: string, webhookId: string): Promise<void> {
  const partition = deliveryPartition(organizationSlug);
  const key = stateKey(webhookId);
  await store.writes.repeat("Cannot change the deliveries: the state of a webhook", async () => {
    const found = await store.get<object>({ partition, key });
    if (found === null) return true;
    const checks = [{ key, version: found.version }];
    const result = await store.commit(partition, { checks, sets: [{ key, data: found.data }] });
    return result.committed || null;
  });
}
